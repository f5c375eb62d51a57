"""`Defun` of `tensorflow.python.framework.function`: Python functions that become functions of the graph's library."""

from __future__ import annotations

import base64
import copy
import dataclasses
import hashlib
import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.function_graph import FuncGraph
from tf1compat._facade.gradient_registry import RegisterGradient
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import functiondef
from tf1compat._jaxcore.ir.function import Function, references
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.schema.function_ref import FunctionRef

_numbers = itertools.count()


class Defun:
    """Decorator of functions on tensors of the given types; a call adds one node that stands for the body.

    Args:
      *input_types: element types of the arguments; without them, each combination of types that the function is
        called with makes a function of its own.
      func_name: the name in the library; the Python function's and a hash of the body where absent.
      out_names: names of the results.
      shape_func: a function of the calling operation that gives the shapes of its outputs.
      capture_by_value: copy what is used from outside instead of passing it as arguments.
      grad_func: a Defun of the inputs and the gradients of the results, in place of the derivative of the body.
      python_grad_func: the same as a function of the calling operation and those gradients.

    >>> import tf1compat as tf
    >>> from tf1compat._facade.defun import Defun
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     twice = Defun(tf.float32, func_name="twice")(lambda x: x * 2.0)
    ...     print(sess.run(twice(3.0)))
    6.0
    """

    def __init__(self, *input_types: Any, **kwargs: Any) -> None:
        self._types = [dtypes.as_dtype(t) for t in input_types]
        self._kwargs = kwargs

    def __call__(self, func: Callable[..., Any]) -> Any:
        if not callable(func):
            raise ValueError(f"function {func} must be callable")
        spec = inspect.getfullargspec(func)
        if spec.varkw or spec.defaults:
            raise ValueError(
                "function with argument defaults or keywords arguments are not supported. "
                f"{func} has defaults {spec.defaults} and keywords {spec.varkw}."
            )
        names = spec.args[1:] if inspect.ismethod(func) else spec.args
        if self._types:
            if len(self._types) < len(names) or (len(self._types) > len(names) and not spec.varargs):
                raise ValueError("The function has fewer arguments than the number of specified input types.")
            return DefinedFunction(func, names, self._types, **self._kwargs)
        if not names and not spec.varargs:
            return DefinedFunction(func, [], [], **self._kwargs)
        return OverloadedFunction(func, names, **self._kwargs)


class DefinedFunction:
    """A function with arguments of known types. Its body is traced when it is first needed."""

    def __init__(
        self,
        func: Callable[..., Any],
        argnames: Sequence[str],
        input_types: Sequence[Any],
        func_name: str | None = None,
        grad_func: Any = None,
        python_grad_func: Any = None,
        out_names: Sequence[str] | None = None,
        shape_func: Callable[[Operation], Any] | None = None,
        capture_by_value: bool = False,
        whitelisted_stateful_ops: Any = None,
        capture_resource_var_by_value: bool = True,
        **kwargs: Any,
    ) -> None:
        self._func = func
        self._grad_func, self._python_grad_func = grad_func, python_grad_func
        self._registered: str | None = None
        self._names = [argnames[i] if i < len(argnames) else f"arg{i}" for i in range(len(input_types))]
        self._types = list(input_types)
        self._func_name = func_name
        self._out_names = out_names
        self._shape_func = shape_func
        self._by_value = capture_by_value
        self._copied = whitelisted_stateful_ops or ()
        self._attrs = _call_attrs(kwargs)
        self._made: Function | None = None
        self._graph: FuncGraph | None = None

    @property
    def function(self) -> Function:
        """The function of the core."""
        if self._made is None:
            self._graph = graph = self._trace()
            name = self._func_name or f"{_name_of(self._func)}_{_hash(graph)}"
            doc = self._func.__doc__ or ""
            self._made = graph.as_function(name, self._out_names, self._attrs, doc=doc)
        return self._made

    def _trace(self) -> FuncGraph:
        from tf1compat._facade.variable_scope import variable_scope

        graph = FuncGraph(self._func_name or _name_of(self._func), self._by_value, self._copied)
        graph._collections = graph.outer_graph._collections
        graph.captured_name = "Placeholder"
        with graph.as_default():
            graph.inputs = [graph.placeholder(t, None, n) for n, t in zip(self._names, self._types)]
            with variable_scope("", custom_getter=outside(graph)):
                outputs = self._func(*graph.inputs)
            if outputs is None:
                outputs = []
            elif not isinstance(outputs, (list, tuple)):
                outputs = (outputs,)
            if any(x is None for x in outputs):
                raise ValueError(f"Function {graph.name} can not return None.")
            graph.outputs = [graph.capture(convert_to_tensor(x)) for x in outputs]
        return graph

    @property
    def name(self) -> str:
        """Its name in the library."""
        return self.function.name

    @property
    def definition(self) -> Any:
        """The FunctionDef message."""
        return functiondef.function_def(self.function)

    @property
    def declared_input_types(self) -> list[Any]:
        return list(self._types)

    @property
    def captured_inputs(self) -> list[Tensor]:
        """What it uses from outside, passed as further arguments."""
        assert self.function is not None and self._graph is not None
        return self._graph.external_captures

    @property
    def stateful_ops(self) -> list[tuple[str, str]]:
        """(name, type) of the operations of the body that have state."""
        return [(n.name, n.type) for n in self.function.nodes if n.opdef.stateful]

    @property
    def grad_func_name(self) -> str | None:
        """The name of the function that gives its gradients, if there is one."""
        return None if self._grad_func is None else self._grad_func.name

    @property
    def python_grad_func(self) -> Callable[..., Any] | None:
        return self._python_grad_func

    def set_grad_func(self, grad_func: Any) -> None:
        """Give it a Defun of its inputs and the gradients of its results for its gradients."""
        self._grad_func = grad_func

    def _registered_gradient(self) -> bytes | None:
        """Under which name its gradients are registered."""
        function = self._grad_func
        by_call = self._python_grad_func
        if by_call is None and function is not None:

            def by_call(op: Any, *grads: Any) -> Any:
                return _as_list(function(*op.inputs, *grads))

        if self._registered is None and by_call is not None:
            self._registered = f"{self.name}_gradient_{next(_numbers)}"
            RegisterGradient(self._registered)(by_call)
        return None if self._registered is None else self._registered.encode()

    def add_to_graph(self, graph: Any) -> None:
        """Add it, and the functions that it calls, to the library of `graph`.

        Raises:
          ValueError: it has gradients both by a function and by a Python function.
        """
        if self._grad_func is not None and self._python_grad_func is not None:
            raise ValueError(f"Gradient defined twice for function {self.name}")
        graph.functions.add(self.function)
        if self._grad_func is not None:
            self._grad_func.add_to_graph(graph)
        for node in self.function.nodes:
            for reference in references(node):
                graph.functions.add(reference.body)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Add a node that calls it; one tensor, a tuple of them, or the operation where it returns nothing."""
        graph = context.get_default_graph()
        self.add_to_graph(graph)
        name = kwargs.pop("name", None)
        inputs = [*(convert_to_tensor(x) for x in args), *self.captured_inputs]
        declared = self.function.opdef
        if len(inputs) != len(declared.inputs):
            raise ValueError(f"Expected number of arguments: {len(declared.inputs)}, received: {len(inputs)}")
        for tensor, arg in zip(inputs, declared.inputs):
            assert arg.fixed is not None
            if tensor.dtype.base is not arg.fixed:
                raise ValueError(
                    f"Cannot convert a tensor of type {tensor.dtype.name} to an input of type {arg.fixed.name}"
                )
        attrs = _call_attrs(kwargs)
        gradient = self._registered_gradient()
        if gradient is not None:
            attrs["_gradient_op_type"] = gradient
        op = graph.create(declared, name or self.name, tuple(inputs), attrs)
        if self._shape_func is not None:
            known = self._shape_func(op)
            if len(known) != len(op.outputs):
                raise ValueError(f"shape_func produced {len(known)} shapes for {len(op.outputs)} outputs")
            for output, shape in zip(op.outputs, known):
                output.set_shape(shape)  # type: ignore[attr-defined]
        outputs = op.outputs
        return op if not outputs else outputs[0] if len(outputs) == 1 else tuple(outputs)


class OverloadedFunction:
    """A function that is traced anew for every combination of argument types."""

    def __init__(self, func: Callable[..., Any], argnames: Sequence[str], **kwargs: Any) -> None:
        self._func, self._names, self._kwargs = func, argnames, kwargs
        self._known: dict[Any, DefinedFunction] = {}

    def instantiate(self, input_types: Sequence[Any]) -> DefinedFunction:
        """The function for arguments of these types."""
        key = tuple(input_types)
        if key not in self._known:
            kwargs = dict(self._kwargs)
            if kwargs.get("func_name") is not None:
                kwargs["func_name"] += "_" + "_".join(t.name for t in key)
            gradient = kwargs.pop("grad_func", None)
            made = self._known[key] = DefinedFunction(self._func, self._names, input_types, **kwargs)
            if gradient is not None:
                results = [arg.fixed for arg in made.function.opdef.outputs]
                made.set_grad_func(gradient.instantiate([*input_types, *results]))
        return self._known[key]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        tensors = [convert_to_tensor(x) for x in args]
        return self.instantiate([t.dtype.base for t in tensors])(*tensors, **kwargs)


def reference(function: Any) -> FunctionRef:
    """`function` as an attr of a node in the current graph, whose library it joins."""
    graph = context.get_default_graph()
    function.add_to_graph(graph)
    return FunctionRef(function.name, graph.functions)


def outside(graph: FuncGraph) -> Callable[..., Any]:
    """Variables of a function live in the graph around it."""
    from tf1compat._facade.variable_scope import get_variable_scope

    with graph.outer_graph.as_default():
        around = get_variable_scope()

    def get(getter: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        from tf1compat._facade.variable_scope import variable_scope

        kwargs.pop("custom_getter", None)
        with graph.outer_graph.as_default(), variable_scope(around, auxiliary_name_scope=False):
            wanted = {
                k: kwargs[k]
                for k in ("shape", "dtype", "initializer", "trainable", "collections", "use_resource", "regularizer")
                if k in kwargs
            }
            from tf1compat._facade.variable_scope import get_variable

            short = name[len(around.name) + 1 :] if around.name and name.startswith(around.name + "/") else name
            return get_variable(short, **wanted)

    return get


def _as_list(made: Any) -> list[Any]:
    return list(made) if isinstance(made, (list, tuple)) else [made]


def _name_of(func: Callable[..., Any]) -> str:
    from tf1compat._facade.function_arguments import get_func_name

    return get_func_name(func)


def _call_attrs(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments as attrs of a call.

    Raises:
      ValueError: one is unknown.
    """
    attrs: dict[str, Any] = {"_disable_call_shape_inference": True}
    rest = dict(kwargs)
    noinline = rest.pop("noinline", None)
    if noinline is not None:
        attrs["_noinline"] = bool(noinline)
    compiled, separate = rest.pop("compiled", None), rest.pop("separate_compiled_gradients", None)
    if compiled is not None:  # everything is compiled here
        attrs["_XlaCompile"], attrs["_XlaSeparateCompiledGradients"] = bool(compiled), bool(separate)
    for key in list(rest):
        if key.startswith("experimental_") or key in ("_implements", "_reference"):
            attrs[key] = rest.pop(key)
    if rest:
        raise ValueError(f"Unknown keyword arguments: {rest.keys()}")
    return attrs


_LARGE: Final = 1 << 20  # bytes


def _hash(graph: FuncGraph) -> str:
    """Eleven letters that depend on the body."""
    body = graph.as_function("")
    large = {n: n.attrs["value"] for n in body.nodes if n.type == "Const" and _is_large(n.attrs["value"])}
    if large:  # a message of its own would be a copy, and its bytes another
        body = dataclasses.replace(body, nodes=tuple(_emptied(n) if n in large else n for n in body.nodes))
    digest = hashlib.sha1(functiondef.function_def(body).SerializeToString(deterministic=True))
    for value in large.values():
        digest.update(str(value.shape).encode())
        digest.update(np.ascontiguousarray(value).data)
    return base64.b64encode(digest.digest()[:8], altchars=b"00").decode().rstrip("=").replace("0", "A")


def _is_large(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype != object and value.nbytes > _LARGE


def _emptied(constant: Node) -> Node:
    other = copy.copy(constant)
    other.attrs = {**constant.attrs, "value": np.empty(0, constant.attrs["value"].dtype)}
    return other
