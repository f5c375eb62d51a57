"""Training: optimizers, slots, global step, moving averages, learning rate schedules."""
