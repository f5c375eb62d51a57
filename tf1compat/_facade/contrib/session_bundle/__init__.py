"""`tf.contrib.session_bundle`: the form in which models were exported for serving before SavedModels."""
