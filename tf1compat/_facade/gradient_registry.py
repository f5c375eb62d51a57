"""`tensorflow.python.ops.array_grad` and its like: programs import them to register gradients, which ops declare here."""
