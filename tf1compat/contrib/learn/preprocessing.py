"""`tf.contrib.learn.preprocessing`: words and categories as numbers."""

from tf1compat._facade.contrib.learn.categorical_processors import CategoricalProcessor as CategoricalProcessor
from tf1compat._facade.contrib.learn.text_processors import TOKENIZER_RE as TOKENIZER_RE
from tf1compat._facade.contrib.learn.text_processors import ByteProcessor as ByteProcessor
from tf1compat._facade.contrib.learn.text_processors import VocabularyProcessor as VocabularyProcessor
from tf1compat._facade.contrib.learn.text_processors import tokenizer as tokenizer
from tf1compat._facade.contrib.learn.vocabularies import CategoricalVocabulary as CategoricalVocabulary
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
