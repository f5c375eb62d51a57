"""Ops of datasets, iterators and functions: their values live in sessions, tests/_facade/dataset_runs.py runs them."""

_RUN = "runs in a session: tests/_facade/test_dataset_runs.py"
CASES = []
WITHOUT_CASE = dict.fromkeys(
    """
    BatchDataset BatchDatasetV2 CSVDataset CacheDataset ConcatenateDataset DatasetCardinality
    DatasetToSingleElement DatasetToTFRecord DenseToSparseBatchDataset DeserializeIterator
    DirectedInterleaveDataset ExperimentalCSVDataset ExperimentalDatasetCardinality ExperimentalDatasetToTFRecord
    ExperimentalDenseToSparseBatchDataset ExperimentalDirectedInterleaveDataset ExperimentalGroupByReducerDataset
    ExperimentalGroupByWindowDataset ExperimentalIgnoreErrorsDataset ExperimentalMapAndBatchDataset
    ExperimentalMapDataset ExperimentalMatchingFilesDataset ExperimentalMaxIntraOpParallelismDataset
    ExperimentalNonSerializableDataset ExperimentalParallelInterleaveDataset ExperimentalPrivateThreadPoolDataset
    ExperimentalRandomDataset ExperimentalRebatchDataset ExperimentalScanDataset ExperimentalSleepDataset
    ExperimentalSlidingWindowDataset ExperimentalSqlDataset ExperimentalTakeWhileDataset ExperimentalUnbatchDataset
    ExperimentalUniqueDataset FilterDataset FixedLengthRecordDataset FixedLengthRecordDatasetV2 FlatMapDataset
    GeneratorDataset GroupByReducerDataset GroupByWindowDataset IgnoreErrorsDataset InterleaveDataset Iterator
    IteratorFromStringHandle IteratorFromStringHandleV2 IteratorGetNext IteratorGetNextAsOptional
    IteratorGetNextSync IteratorToStringHandle IteratorV2 MakeIterator MapAndBatchDataset MapDataset
    MatchingFilesDataset MaxIntraOpParallelismDataset ModelDataset NonSerializableDataset OneShotIterator
    OptimizeDataset OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone PaddedBatchDataset
    PaddedBatchDatasetV2 ParallelInterleaveDataset ParallelInterleaveDatasetV2 ParallelMapDataset PartitionedCall
    PrefetchDataset PrivateThreadPoolDataset PyFunc PyFuncStateless RandomDataset RangeDataset RebatchDataset
    ReduceDataset RepeatDataset SamplingDataset ScanDataset SerializeIterator ShardDataset ShuffleAndRepeatDataset
    ShuffleDataset SkipDataset SleepDataset SlidingWindowDataset SparseTensorSliceDataset SqlDataset StatefulPartitionedCall
    TFRecordDataset TakeDataset TakeWhileDataset TensorDataset TensorSliceDataset TextLineDataset UnbatchDataset
    UniqueDataset WindowDataset ZipDataset
    """.split(),
    _RUN,
)
