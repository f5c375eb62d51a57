"""What TensorFlow's default rewrites of datasets change: a repetition right after a shuffle becomes one dataset."""

from __future__ import annotations

from collections.abc import Collection

from tf1compat._runtime.datasets.background import ParallelMap
from tf1compat._runtime.datasets.batching import Batch
from tf1compat._runtime.datasets.dataset import Dataset
from tf1compat._runtime.datasets.shuffling import Shuffle, ShuffleAndRepeat
from tf1compat._runtime.datasets.transforming import Map, Repeat


def optimized(dataset: Dataset, names: Collection[bytes]) -> Dataset:
    """The dataset as the rewrites called `names` leave it; those that change no element are not looked at."""
    inputs = tuple(optimized(d, names) for d in dataset.inputs)
    if isinstance(dataset, ParallelMap) and b"make_sloppy" in names:
        dataset = dataset.on(inputs)
        dataset.sloppy = True
        return dataset
    if type(dataset) is Batch and isinstance(inputs[0], Map | ParallelMap) and b"map_and_batch_fusion" in names:
        dataset = dataset.on(inputs)
        dataset.fused = True
        return dataset
    if isinstance(dataset, Repeat) and b"shuffle_and_repeat_fusion" in names:
        (source,) = inputs
        if dataset.count == 1 and b"noop_elimination" in names:
            return source
        if isinstance(source, Shuffle) and source.reshuffles and (dataset.count > 0 or dataset.count == -1):
            # TF1: the seeds themselves, one order of draws for all epochs
            return ShuffleAndRepeat(source.source, source.size, source.seeds, dataset.count)
    return dataset if inputs == dataset.inputs else dataset.on(inputs)
