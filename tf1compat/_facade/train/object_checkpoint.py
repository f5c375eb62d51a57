"""`tf.train.Checkpoint`: saves and restores variables by the objects that hold them instead of by their names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade import context, framework
from tf1compat._facade.train import checkpoint_management, checkpoint_reader, training_util
from tf1compat._facade.train.object_graph import (
    OBJECT_GRAPH_KEY,
    AutoTrackable,
    Dependency,
    NoDependency,
    ObjectGraph,
    checkpoint_key,
    is_trackable,
)
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.variable_base import Variable
from tf1compat._facade.variables import Variable as new_variable
from tf1compat._jaxcore.base import dtypes, errors


def _session(session: Any) -> Any:
    found = session if session is not None else context.get_default_session()
    if found is None:
        raise ValueError("no session is given, and there is no default one: use `with sess.as_default():`")
    return found


class Checkpoint(AutoTrackable):
    """A group of objects (variables, layers, optimizers, lists and dictionaries of them) that are saved together.

    Args:
      **kwargs: the objects by the names under which they are saved; further attributes may be set later, lists and
        dictionaries among them.

    Raises:
      ValueError: an object has no state that is known here.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(3.0)
    ...     checkpoint = tf.train.Checkpoint(v=v)
    ...     _ = sess.run(v.initializer)
    ...     path = checkpoint.save(tempfile.mkdtemp() + "/model")
    ...     v.load(0.0)
    ...     checkpoint.restore(path).assert_consumed().run_restore_ops()
    ...     print(path[-7:], sess.run(v))
    model-1 3.0
    """

    def __init__(self, **kwargs: Any) -> None:
        for name, value in sorted(kwargs.items()):
            if not is_trackable(value) or type(value) in (list, tuple, dict):  # TF1: those are attributes set later
                raise ValueError(
                    "`Checkpoint` was expecting a trackable object (an object derived from `TrackableBase`), got "
                    f"{value}. If you believe this object should be trackable (i.e. it is part of the TensorFlow "
                    "Python API and manages state), please open an issue."
                )
            setattr(self, name, value)
        self._save_counter: Any = NoDependency(None)
        self._increment: Any = NoDependency(None)

    @property
    def _checkpoint_dependencies(self) -> list[Dependency]:
        found = super()._checkpoint_dependencies
        return found if self._save_counter is None else [*found, Dependency("save_counter", self._save_counter)]

    @property
    def save_counter(self) -> Any:
        """A variable that counts the saves; part of the checkpoint."""
        if self._save_counter is None:
            with framework.control_dependencies(None), framework.device("cpu:0"):
                self._save_counter = new_variable(
                    0, name="save_counter", trainable=False, dtype=dtypes.int64, use_resource=True
                )
        return self._save_counter

    def write(self, file_prefix: Any, session: Any = None) -> str:
        """Write a checkpoint called `file_prefix`, without counting; returns its path."""
        return write(self, os.fspath(file_prefix), _session(session))

    def save(self, file_prefix: Any, session: Any = None) -> str:
        """Write the checkpoint `file_prefix-N`, N counting up, and note it as the latest; returns its path.

        Args:
          file_prefix: the path's beginning.
          session: the default session if None.

        Raises:
          ValueError: there is no session.
        """
        session = _session(session)
        with session.graph.as_default():
            if self._save_counter is None:
                session.run(self.save_counter.initializer)
            if self._increment is None:
                self._increment = self.save_counter.assign_add(1)
            number = session.run(self._increment)
        path = self.write(f"{os.fspath(file_prefix)}-{number}", session)
        checkpoint_management.update_checkpoint_state_internal(
            os.path.dirname(path), path, [path], save_relative_paths=True
        )
        return path

    def restore(self, save_path: Any) -> Any:
        """Match a checkpoint's objects to these; returns the status, whose `run_restore_ops()` sets the variables.

        Objects that are added before `run_restore_ops` are restored, too.

        Args:
          save_path: a checkpoint; None restores nothing: `initialize_or_restore` then initialises.

        Returns:
          A `CheckpointLoadStatus`; an `InitializationOnlyStatus` for None; a `NameBasedSaverStatus` for a checkpoint
          that a Saver wrote.

        Raises:
          NotFoundError: there is no such checkpoint.
        """
        status = load(self, None if save_path is None else os.fspath(save_path))
        _ = self.save_counter  # made now, so that it is initialised with the others
        return status


# ---- writing ----------------------------------------------------------------------------------------------------


def write(root: Any, prefix: str, session: Any) -> str:
    """Write everything below `root` as the checkpoint `prefix`."""
    from tf1compat._runtime import checkpoint

    graph = ObjectGraph(root)
    message, saved = _message(graph)
    keys = list(saved)
    values = session.run([saved[k] for k in keys]) if keys else []
    rows = [(k, "", np.asarray(v), saved[k].dtype.base_dtype.as_datatype_enum) for k, v in zip(keys, values)]
    text = np.empty((), object)
    text[()] = message.SerializeToString(deterministic=True)
    rows.append((OBJECT_GRAPH_KEY, "", text, dtypes.string.as_datatype_enum))
    checkpoint.store().save(prefix, sorted(rows, key=lambda row: row[0]))
    return prefix


def _message(graph: ObjectGraph) -> tuple[Any, dict[str, Any]]:
    """The TrackableObjectGraph, and what to save under each key."""
    from tf1compat._formats import protos

    message = protos.TrackableObjectGraph()
    for held in graph.held:
        node = message.nodes.add()
        for name, number in held:
            node.children.add(node_id=number, local_name=name)
    for slot in graph.slots:
        message.nodes[slot.optimizer].slot_variables.add(
            original_variable_node_id=slot.variable, slot_name=slot.name, slot_variable_node_id=slot.node
        )
    prefixes = graph.keys()
    saved: dict[str, Any] = {}
    for number, attribute, value in graph.saved():
        key = checkpoint_key(prefixes[number], attribute)
        full_name = value.op.name if isinstance(value, Variable) else ""
        message.nodes[number].attributes.add(name=attribute, full_name=full_name, checkpoint_key=key)
        if isinstance(value, Variable):
            saved[key] = value
        else:
            for spec in _saveable(value, key).specs:
                saved[spec.name] = spec.tensor
    return message, saved


def _saveable(factory: Any, key: str) -> Any:
    return factory(name=key) if callable(factory) else factory


# ---- restoring --------------------------------------------------------------------------------------------------


def load(root: Any, save_path: str | None) -> Any:
    """The status of restoring `root` from a checkpoint."""
    if save_path is None:
        return InitializationOnlyStatus(root)
    reader = checkpoint_reader.NewCheckpointReader(save_path)
    if not reader.has_tensor(OBJECT_GRAPH_KEY):
        return NameBasedSaverStatus(root, save_path)
    from tf1compat._formats import protos

    content = reader.get_tensor(OBJECT_GRAPH_KEY)
    message = protos.TrackableObjectGraph.FromString(content.item() if hasattr(content, "item") else content)
    return CheckpointLoadStatus(root, reader, message)


class _Status:
    def __init__(self, root: Any) -> None:
        self._root = root

    def _variables(self) -> list[Any]:
        return [v for v in ObjectGraph(self._root).objects if isinstance(v, Variable)]

    def expect_partial(self) -> Any:
        """No warning about what is not restored (there is none)."""
        return self


class InitializationOnlyStatus(_Status):
    """Nothing is restored: `initialize_or_restore` initialises."""

    def assert_consumed(self) -> Any:
        """Always an AssertionError."""
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_existing_objects_matched = assert_consumed
    assert_nontrivial_match = assert_consumed

    def run_restore_ops(self, session: Any = None) -> None:
        """Always an AssertionError."""
        del session
        self.assert_consumed()

    def initialize_or_restore(self, session: Any = None) -> None:
        """Initialise the variables of the objects that have no value yet."""
        _initialize(self._variables(), _session(session))


class CheckpointLoadStatus(_Status):
    """Which objects a checkpoint matches, and the way to set them."""

    def __init__(self, root: Any, reader: Any, message: Any) -> None:
        super().__init__(root)
        self._reader, self._saved = reader, message

    def _match(self) -> tuple[ObjectGraph, dict[int, int]]:
        """The objects as they are now, and for each number in the checkpoint that of its object."""
        graph = ObjectGraph(self._root)
        matched = {0: 0}
        todo = [0]
        while todo:
            saved = todo.pop(0)
            held = dict(graph.held[matched[saved]])
            for child in self._saved.nodes[saved].children:
                if child.local_name in held and child.node_id not in matched:
                    matched[child.node_id] = held[child.local_name]
                    todo.append(child.node_id)
        slots: dict[Any, int] = {(s.optimizer, s.variable, s.name): s.node for s in graph.slots}
        for number, node in enumerate(self._saved.nodes):
            for slot in node.slot_variables:
                where = (matched.get(number), matched.get(slot.original_variable_node_id), slot.slot_name)
                if where in slots:
                    matched[slot.slot_variable_node_id] = slots[where]
        return graph, matched

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Raise AssertionError unless everything in the checkpoint has its object, and the other way round."""
        _, matched = self._match()
        for number, node in enumerate(self._saved.nodes):
            if number not in matched:
                raise AssertionError(f"Unresolved object in checkpoint: {node}")
        return self.assert_existing_objects_matched()

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Raise AssertionError where a variable has no value in the checkpoint."""
        graph, matched = self._match()
        bound = {at for number, at in matched.items() if self._saved.nodes[number].attributes}
        missing = [v for at, v in enumerate(graph.objects) if isinstance(v, Variable) and at not in bound]
        missing = [v for v in missing if v is not getattr(self._root, "_save_counter", None)]
        if missing:
            raise AssertionError(
                "Some Python objects were not bound to checkpointed values, likely due to changes in the Python "
                f"program: {missing}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Raise AssertionError if nothing but the root matches."""
        _, matched = self._match()
        if len(matched) <= 1 < len(self._saved.nodes):
            raise AssertionError(f"Nothing except the root object matched a checkpointed value: {self._saved}")
        return self

    def run_restore_ops(self, session: Any = None) -> None:
        """Give the matched objects their values.

        Raises:
          InvalidArgumentError: a value has another shape or type.
        """
        session = _session(session)
        for value, key, attribute in self._restored():
            if isinstance(value, Variable):
                self._assign(value, key, session)
            else:
                made = _saveable(value._gather_saveables_for_checkpoint()[attribute], key)
                with session.graph.as_default():
                    tensors = [self._reader.get_tensor(spec.name) for spec in made.specs]
                    session.run(made.restore(tensors, None))

    def _restored(self) -> Iterator[tuple[Any, str, str]]:
        graph, matched = self._match()
        for number, at in matched.items():
            for attribute in self._saved.nodes[number].attributes:
                yield graph.objects[at], attribute.checkpoint_key, attribute.name

    def _assign(self, variable: Any, key: str, session: Any) -> None:
        value = self._reader.get_tensor(key)
        if not variable.shape.is_compatible_with(np.shape(value)):
            raise errors.InvalidArgumentError(
                None,
                variable.op,
                f"{variable.op.name} has the shape {variable.shape}, but {key} in the checkpoint has "
                f"{list(np.shape(value))}",
            )
        variable.load(value, session)

    def initialize_or_restore(self, session: Any = None) -> None:
        """Restore what matches, initialise the other variables that have no value yet."""
        session = _session(session)
        restored = {id(value) for value, _, _ in self._restored()}
        _initialize([v for v in self._variables() if id(v) not in restored], session)
        self.run_restore_ops(session)


class NameBasedSaverStatus(_Status):
    """A checkpoint that a Saver wrote: variables are found by their names."""

    def __init__(self, root: Any, save_path: str) -> None:
        super().__init__(root)
        self._path = save_path

    def assert_consumed(self) -> NameBasedSaverStatus:
        """Raise AssertionError where a variable is not in the checkpoint."""
        known = checkpoint_reader.NewCheckpointReader(self._path).get_variable_to_shape_map()
        missing = [v for v in self._loaded() if v.op.name not in known]
        if missing:
            raise AssertionError(f"Some Python objects were not bound to checkpointed values: {missing}")
        return self

    assert_existing_objects_matched = assert_consumed
    assert_nontrivial_match = assert_consumed

    def _loaded(self) -> list[Any]:
        return [v for v in self._variables() if v is not getattr(self._root, "_save_counter", None)]

    def run_restore_ops(self, session: Any = None) -> None:
        """Restore the variables by their names."""
        session = _session(session)
        with session.graph.as_default():
            Saver(self._loaded()).restore(session, self._path)

    def initialize_or_restore(self, session: Any = None) -> None:
        """`run_restore_ops`; the save counter starts at 0."""
        self.run_restore_ops(session)
        _initialize(self._variables(), _session(session))


def _initialize(variables: list[Any], session: Any) -> None:
    """Run the initialisers of variables without a value."""
    todo: list[Any] = []
    for variable in variables:
        try:
            session.run(variable)
        except errors.FailedPreconditionError:
            todo.append(variable.initializer)
    if todo:
        session.run(todo)


def number_of_checkpoint(session: Any, number: Any) -> int:
    """The number to put into a checkpoint's name, from a number, tensor or variable."""
    return int(number) if isinstance(number, (int, np.integer)) else training_util.global_step(session, number)
