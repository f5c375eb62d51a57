"""`tf.contrib.predictor`: functions from arrays by name to arrays by name, made of SavedModels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.saved_model import constants, tensor_info
from tf1compat._facade.saved_model.loader import SavedModelLoader
from tf1compat._facade.saved_model.loader import parse_saved_model as read_saved_model
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import errors

DEFAULT_TAGS = constants.SERVING


class Predictor:
    """Calls a session with inputs by name; subclasses set `_graph`, `_session`, `_feed_tensors`, `_fetch_tensors`."""

    _graph: Any
    _session: Any
    _feed_tensors: Any
    _fetch_tensors: Any

    @property
    def graph(self) -> Any:
        """The graph."""
        return self._graph

    @property
    def session(self) -> Any:
        """The session that runs it."""
        return self._session

    @property
    def feed_tensors(self) -> Any:
        """Names of inputs -> tensors."""
        return self._feed_tensors

    @property
    def fetch_tensors(self) -> Any:
        """Names of outputs -> tensors."""
        return self._fetch_tensors

    def __repr__(self) -> str:
        return f"{type(self).__name__} with feed tensors {self._feed_tensors} and fetch_tensors {self._fetch_tensors}"

    def __call__(self, input_dict: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs for inputs, both by name.

        Raises:
          ValueError: a name is none of the inputs.
        """
        unexpected = set(input_dict) - set(self.feed_tensors)
        if unexpected:
            raise ValueError(f"Got unexpected keys in input_dict: {unexpected}\nexpected: {set(self.feed_tensors)}")
        feeds = {self.feed_tensors[key]: value for key, value in input_dict.items() if value is not None}
        return self._session.run(self.fetch_tensors, feeds)


class SavedModelPredictor(Predictor):
    """A predictor of a SavedModel; see `from_saved_model`."""

    def __init__(
        self,
        export_dir: Any,
        signature_def_key: str | None = None,
        signature_def: Any = None,
        input_names: Mapping[str, str] | None = None,
        output_names: Mapping[str, str] | None = None,
        tags: str | None = None,
        graph: Any = None,
        config: Any = None,
    ) -> None:
        if (input_names is None) != (output_names is None):
            raise ValueError("input_names and output_names must both be specified or both be unspecified.")
        if sum(given is not None for given in (signature_def_key, signature_def, input_names)) > 1:
            raise ValueError(
                "You must specify at most one of signature_def_key OR signature_def OR(input_names AND output_names)."
            )
        tags = tags or DEFAULT_TAGS
        self._graph = graph or Graph()
        with self._graph.as_default():
            self._session = Session(config=config)
            SavedModelLoader(export_dir).load(self._session, tags.split(","))
        if input_names is not None and output_names is not None:
            self._feed_tensors = {k: self._graph.get_tensor_by_name(v) for k, v in input_names.items()}
            self._fetch_tensors = {k: self._graph.get_tensor_by_name(v) for k, v in output_names.items()}
            return
        if signature_def is None:
            signature_def = _signature(signature_def_key, export_dir, tags)
        self._feed_tensors = {k: tensor_info.tensor_of(v, self._graph) for k, v in signature_def.inputs.items()}
        self._fetch_tensors = {k: tensor_info.tensor_of(v, self._graph) for k, v in signature_def.outputs.items()}


def get_meta_graph_def(saved_model_dir: Any, tags: str) -> Any:
    """The MetaGraphDef with exactly the tags `tags`, separated by commas.

    Raises:
      ValueError: there is none.
    """
    wanted = {tag.strip() for tag in tags.split(",")}
    for message in read_saved_model(saved_model_dir).meta_graphs:
        if set(message.meta_info_def.tags) == wanted:
            return message
    raise ValueError(f"Could not find MetaGraphDef with tags {tags}")


def _signature(key: str | None, export_dir: Any, tags: str) -> Any:
    key = key or constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
    known = get_meta_graph_def(export_dir, tags).signature_def
    if key in known:
        return known[key]
    old = f"default_input_alternative:{key}"  # TF1: the name that contrib.learn wrote
    if old not in known:
        raise ValueError(f'Got signature_def_key "{key}". Available signatures are {list(known)}.')
    tf_logging.warning('Could not find signature def "%s". Using "%s" instead', key, old)
    return known[old]


def from_saved_model(
    export_dir: Any,
    signature_def_key: str | None = None,
    signature_def: Any = None,
    input_names: Mapping[str, str] | None = None,
    output_names: Mapping[str, str] | None = None,
    tags: str | None = None,
    graph: Any = None,
    config: Any = None,
) -> SavedModelPredictor:
    """A predictor of a SavedModel, called with a dict of arrays.

    Args:
      export_dir: folder of the SavedModel.
      signature_def_key: name of the signature, `"serving_default"` if absent.
      signature_def: a signature instead of a name.
      input_names: names for callers -> tensor names, instead of a signature.
      output_names: names for callers -> tensor names.
      tags: tags of the graph, separated by commas; `"serve"` if absent.
      graph: graph to load into.
      config: a ConfigProto for the session.

    Raises:
      ValueError: more than one of signature name, signature and names.
      RuntimeError: no graph has the tags.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32)
    ...     tf.saved_model.simple_save(sess, folder, {"x": x}, {"y": x * 2.0})
    >>> predict = tf.contrib.predictor.from_saved_model(folder)
    >>> print(predict({"x": 3.0})["y"])
    6.0
    """
    return SavedModelPredictor(
        export_dir, signature_def_key, signature_def, input_names, output_names, tags, graph, config
    )


def from_estimator(
    estimator: Any, serving_input_receiver_fn: Any, output_key: str | None = None, graph: Any = None, config: Any = None
) -> Predictor:
    """A predictor of an Estimator's latest checkpoint.

    Args:
      estimator: the Estimator.
      serving_input_receiver_fn: makes the inputs, a `ServingInputReceiver`.
      output_key: name of the export output, `"serving_default"` if absent.
      graph: graph to build in.
      config: a ConfigProto for the session.

    Raises:
      ValueError: there is no such output.
    """
    return EstimatorPredictor(estimator, serving_input_receiver_fn, output_key, graph, config)


class EstimatorPredictor(Predictor):
    """A predictor of an Estimator; see `from_estimator`."""

    def __init__(
        self,
        estimator: Any,
        serving_input_receiver_fn: Any,
        output_key: str | None = None,
        graph: Any = None,
        config: Any = None,
    ) -> None:
        from tf1compat._facade.train.monitored_session import ChiefSessionCreator, MonitoredSession
        from tf1compat._facade.train.scaffold import Scaffold

        self._graph = graph or Graph()
        with self._graph.as_default():
            receiver = serving_input_receiver_fn()
            spec = estimator.model_fn(features=receiver.features, labels=None, mode="infer", config=estimator.config)
            key = output_key or constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
            if key not in (spec.export_outputs or {}):
                raise ValueError(f"output_key must be one of {list(spec.export_outputs or {})}; got {key}")
            creator = ChiefSessionCreator(
                scaffold=spec.scaffold or Scaffold(), config=config, checkpoint_dir=estimator.model_dir
            )
            self._session = MonitoredSession(session_creator=creator)
            given = receiver.receiver_tensors
            self._feed_tensors = given if isinstance(given, dict) else {"input": given}
            outputs = spec.export_outputs[key].as_signature_def(self._feed_tensors).outputs
            self._fetch_tensors = {k: tensor_info.tensor_of(v, self._graph) for k, v in outputs.items()}


def from_contrib_estimator(
    estimator: Any,
    prediction_input_fn: Any,
    input_alternative_key: str | None = None,
    output_alternative_key: str | None = None,
    graph: Any = None,
    config: Any = None,
) -> Predictor:
    """Not supported: `tf.contrib.learn` is not here.

    Raises:
      UnsupportedError: always.
    """
    del estimator, prediction_input_fn, input_alternative_key, output_alternative_key, graph, config
    raise errors.unsupported(
        "predictor.from_contrib_estimator: tf.contrib.learn's Estimator",
        advice="export a SavedModel with tf.estimator.Estimator and use predictor.from_saved_model",
    )
