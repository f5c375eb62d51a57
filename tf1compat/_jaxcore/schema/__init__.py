"""What an op is: the declaration `@op`, its registry, type signatures and static shapes."""
