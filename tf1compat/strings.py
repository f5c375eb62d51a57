"""`tf.strings`: operations on strings."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.ragged.strings import ngrams as ngrams
from tf1compat._facade.ragged.strings import string_bytes_split as bytes_split
from tf1compat._facade.ragged.strings import strings_split_v1 as split
from tf1compat._facade.ragged.strings import unicode_decode as unicode_decode
from tf1compat._facade.ragged.strings import unicode_decode_with_offsets as unicode_decode_with_offsets
from tf1compat._facade.ragged.strings import unicode_encode as unicode_encode
from tf1compat._facade.ragged.strings import unicode_split as unicode_split
from tf1compat._facade.ragged.strings import unicode_split_with_offsets as unicode_split_with_offsets
from tf1compat._facade.string_ops import as_string as as_string
from tf1compat._facade.string_ops import reduce_join as reduce_join
from tf1compat._facade.string_ops import regex_full_match as regex_full_match
from tf1compat._facade.string_ops import regex_replace as regex_replace
from tf1compat._facade.string_ops import string_format as format
from tf1compat._facade.string_ops import string_join as join
from tf1compat._facade.string_ops import string_length as length
from tf1compat._facade.string_ops import string_lower as lower
from tf1compat._facade.string_ops import string_strip as strip
from tf1compat._facade.string_ops import string_to_hash_bucket as to_hash_bucket
from tf1compat._facade.string_ops import string_to_hash_bucket_fast as to_hash_bucket_fast
from tf1compat._facade.string_ops import string_to_hash_bucket_strong as to_hash_bucket_strong
from tf1compat._facade.string_ops import string_to_number as to_number
from tf1compat._facade.string_ops import string_upper as upper
from tf1compat._facade.string_ops import substr as substr
from tf1compat._facade.string_ops import unicode_script as unicode_script
from tf1compat._facade.string_ops import unicode_transcode as unicode_transcode
from tf1compat._facade.string_ops import unsorted_segment_join as unsorted_segment_join

__getattr__, __dir__ = _on_demand(__name__)
