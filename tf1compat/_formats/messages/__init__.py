"""TensorFlow's generated message modules that TensorBoard does not ship, under their own names."""
