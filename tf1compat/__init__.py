"""TensorFlow 1.x programs, unchanged, on JAX."""
