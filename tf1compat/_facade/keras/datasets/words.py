"""Texts as lists of word numbers: what `imdb` and `reuters` share."""

from __future__ import annotations

from typing import Any

import numpy as np


def prepared(
    texts: Any,
    labels: Any,
    num_words: int | None,
    skip_top: int,
    maxlen: int | None,
    start_char: int | None,
    oov_char: int | None,
    index_from: int,
) -> tuple[list[Any], Any]:
    """Shifted by `index_from`, with a start, without long texts, rare and frequent words marked."""
    if start_char is not None:
        found = [[start_char, *(w + index_from for w in text)] for text in texts]
    else:
        found = [[w + index_from for w in text] for text in texts]
    if maxlen:
        kept = [i for i, text in enumerate(found) if len(text) < maxlen]
        found, labels = [found[i] for i in kept], np.asarray(labels)[kept]
        if not found:
            raise ValueError(
                f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. Increase maxlen."
            )
    limit = num_words or max(max(text) for text in found) + 1
    if oov_char is not None:
        return [[w if skip_top <= w < limit else oov_char for w in text] for text in found], labels
    return [[w for w in text if skip_top <= w < limit] for text in found], labels
