"""`tf.contrib.distributions`: Mixture of any distributions, MixtureSameFamily of those of one batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.discrete import Categorical
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.scales import mixture_stddev, pad_mixture_dimensions
from tf1compat._facade.distributions.static_shapes import dimension, gen_new_seed, pick_vector
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops, nn_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._jaxcore.base import shapes


def _one_hot(indices: Any, depth: Any, dtype: Any) -> Any:
    kind = dtype.as_numpy_dtype
    return array_ops.one_hot(indices, depth, on_value=np.ones([], dtype=kind), off_value=np.zeros([], dtype=kind))


class Mixture(Distribution):
    """Events of one of several distributions, chosen by a Categorical distribution.

    Args:
      cat: a batch of Categorical distributions over the components.
      components: a list of distributions of one type, batch shape and event shape.
      validate_args: check arguments as the graph runs.
      allow_nan_stats: statistics that are undefined are NaN, not an error.
      use_static_graph: samples are drawn of all components and the chosen ones picked; shapes stay known.
      name: prefix of its nodes.
    """

    cat, components, num_components = given("cat"), given("components"), given("num_components")

    def __init__(
        self,
        cat: Any,
        components: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        use_static_graph: bool = False,
        name: str = "Mixture",
    ) -> None:
        parameters = arguments(locals())
        dtype = _common_dtype(cat, components)
        event, batch = components[0].event_shape, cat.batch_shape
        for d in components:
            event, batch = event.merge_with(d.event_shape), batch.merge_with(d.batch_shape)
        if event.ndims is None:
            raise ValueError(
                "Expected to know rank(event_shape) from components, but none of the components provide a static number "
                "of ndims"
            )
        with name_scope(name, values=[cat.logits]) as scope:
            known = tensor_util.constant_value(cat.event_size)
            if known is None:
                raise ValueError(
                    "Could not infer number of classes from cat and unable to compare this value to the number of "
                    "components passed in."
                )
            if int(known) != len(components):
                raise ValueError(f"cat.num_classes != len(components): {int(known)} vs. {len(components)}")
            self._cat, self._components, self._num_components = cat, list(components), int(known)
            self._assertions = self._checks(validate_args)
            self._static_event_shape, self._static_batch_shape = event, batch
            self._use_static_graph = use_static_graph
        parents = [*cat._graph_parents, *(parent for d in components for parent in d._graph_parents)]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope)

    def _checks(self, validate_args: bool) -> list[Any]:
        batch = self.cat.batch_shape_tensor()
        rank = array_ops.size(batch)
        if not validate_args:
            return []
        batches = [d.batch_shape_tensor() for d in self.components]
        ranks = [array_ops.size(b) for b in batches]
        message = "components[{}] batch shape must match cat batch shape"
        same = [check_ops.assert_equal(rank, r, message=message.format(i)) for i, r in enumerate(ranks)]
        return same + [check_ops.assert_equal(batch, b, message=message.format(i)) for i, b in enumerate(batches)]

    def _batch_shape_tensor(self) -> Any:
        return self._cat.batch_shape_tensor()

    def _batch_shape(self) -> Any:
        return self._static_batch_shape

    def _event_shape_tensor(self) -> Any:
        return self._components[0].event_shape_tensor()

    def _event_shape(self) -> Any:
        return self._static_event_shape

    def _cat_probs(self, log_probs: bool) -> Any:
        """The (logarithms of the) probabilities of the components, a list."""
        found = (nn_ops.log_softmax if log_probs else nn_ops.softmax)(self.cat.logits)
        return array_ops.unstack(found, num=self.num_components, axis=-1)

    def _expand_to_event_rank(self, x: Any) -> Any:
        for _ in range(self.event_shape.ndims):
            x = array_ops.expand_dims(x, -1)
        return x

    def _mean(self) -> Any:
        with control_dependencies(self._assertions):
            means = [d.mean() for d in self.components]
            weights = [self._expand_to_event_rank(p) for p in self._cat_probs(log_probs=False)]
            return math_ops.add_n([p * m for p, m in zip(weights, means, strict=True)])

    def _stddev(self) -> Any:
        with control_dependencies(self._assertions):
            means, deviations = [d.mean() for d in self.components], [d.stddev() for d in self.components]
            weights = self._cat_probs(log_probs=False)
            means, deviations = array_ops.stack(means, axis=-1), array_ops.stack(deviations, axis=-1)
            weights = [self._expand_to_event_rank(p) for p in weights]
            weights = array_ops.stack(weights, axis=-1) * array_ops.ones_like(means)
            rows = [array_ops.reshape(x, [-1, len(self.components)]) for x in (weights, means, deviations)]
            return array_ops.reshape(mixture_stddev(*rows), array_ops.shape(weights)[:-1])

    def _log_prob(self, x: Any) -> Any:
        return self._log_of_sum(x, "log_prob")

    def _log_cdf(self, x: Any) -> Any:
        return self._log_of_sum(x, "log_cdf")

    def _log_of_sum(self, x: Any, method: str) -> Any:
        with control_dependencies(self._assertions):
            x = convert(x, None, "x")
            found = [getattr(d, method)(x) for d in self.components]
            weights = self._cat_probs(log_probs=True)
            parts = array_ops.stack([w + f for w, f in zip(weights, found, strict=True)], 0)
            return math_ops.reduce_logsumexp(parts, [0])

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        if self._use_static_graph:
            return self._picked(n, seed)
        with control_dependencies(self._assertions):
            return self._stitched(n, seed)

    def _picked(self, n: Any, seed: int | None) -> Any:
        """Samples of all components, all but the chosen one masked."""
        samples = []
        chosen = self.cat.sample(n, seed=seed)
        for component in self.components:
            seed = gen_new_seed(seed, "mixture")
            samples.append(component.sample(n, seed=seed))
        rank = self._static_event_shape.ndims
        x = array_ops.stack(samples, -rank - 1)
        mask = pad_mixture_dimensions(_one_hot(chosen, self._num_components, x.dtype), self, self._cat, rank)
        return math_ops.reduce_sum(x * mask, axis=-1 - rank)

    def _stitched(self, n: Any, seed: int | None) -> Any:
        """As many samples of each component as it is chosen, put where it is chosen."""
        count: Any = convert(n, None, "n")
        known = tensor_util.constant_value(count)
        count = count if known is None else int(known)
        chosen = self.cat.sample(count, seed=seed)
        static = chosen.shape
        known = static.is_fully_defined()
        shape = static.as_list() if known else array_ops.shape(chosen)
        size = static.num_elements() if known else array_ops.size(chosen)
        if self.batch_shape.is_fully_defined():
            batch_size = self.batch_shape.num_elements()
        else:
            batch_size = math_ops.reduce_prod(self.batch_shape_tensor())
        if self.event_shape.is_fully_defined():
            event: Any = np.array(self.event_shape.as_list(), dtype=np.int32)
        else:
            event = self.event_shape_tensor()
        places = array_ops.reshape(math_ops.range(0, size), shape)
        places = array_ops.dynamic_partition(places, chosen, self.num_components)
        members = array_ops.reshape(array_ops.tile(math_ops.range(0, batch_size), [count]), shape)
        members = array_ops.dynamic_partition(members, chosen, self.num_components)
        samples = []
        for place, member, component in zip(places, members, self.components, strict=True):
            number = array_ops.size(place)
            seed = gen_new_seed(seed, "mixture")
            drawn = component.sample(number, seed=seed)
            rows = batch_size * math_ops.range(number) + member
            drawn = array_ops.reshape(drawn, array_ops.concat([[number * batch_size], event], 0))
            samples.append(array_ops.gather(drawn, rows, name="samples_class_c_gather"))
        flat = array_ops.dynamic_stitch(places, samples)
        found = array_ops.reshape(flat, array_ops.concat([shape, self.event_shape_tensor()], 0))
        found.set_shape(shapes.TensorShape(static).concatenate(self.event_shape))
        return found

    def entropy_lower_bound(self, name: str = "entropy_lower_bound") -> Any:
        """The mean of the components' entropies, which the mixture's is not below."""
        with self._name_scope(name, values=[self.cat.logits]):
            with control_dependencies(self._assertions):
                entropies = [d.entropy() for d in self.components]
                weights = self._cat_probs(log_probs=False)
                return math_ops.add_n([p * e for p, e in zip(weights, entropies, strict=True)])


def _common_dtype(cat: Any, components: Any) -> Any:
    if not isinstance(cat, Categorical):
        raise TypeError(f"cat must be a Categorical distribution, but saw: {cat}")
    if not components:
        raise ValueError("components must be a non-empty list or tuple")
    if not isinstance(components, (list, tuple)):
        raise TypeError(f"components must be a list or tuple, but saw: {components}")
    if not all(isinstance(c, Distribution) for c in components):
        raise TypeError(f"all entries in components must be Distribution instances but saw: {components}")
    dtype = components[0].dtype
    if not all(d.dtype == dtype for d in components):
        found = [(d.name, d.dtype) for d in components]
        raise TypeError(f"All components must have the same dtype, but saw dtypes: {found}")
    return dtype


class MixtureSameFamily(Distribution):
    """Events of one of the distributions along the last dimension of a batch.

    Args:
      mixture_distribution: chooses it, a Categorical distribution.
      components_distribution: the batch.
      validate_args: check arguments as the graph runs.
      allow_nan_stats: statistics that are undefined are NaN, not an error.
      name: prefix of its nodes.
    """

    mixture_distribution = given("mixture_distribution")
    components_distribution = given("components_distribution")

    def __init__(
        self,
        mixture_distribution: Any,
        components_distribution: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MixtureSameFamily",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            self._mixture_distribution, self._components_distribution = mixture_distribution, components_distribution
            sizes = components_distribution.event_shape_tensor()
            known = dimension(sizes.shape[0])
            self._event_ndims = array_ops.shape(sizes)[0] if known is None else known
            self._runtime_assertions = self._checks(validate_args)
            parents = [*mixture_distribution._graph_parents, *components_distribution._graph_parents]
            dtype = components_distribution.dtype
            super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, scope)

    def _checks(self, validate_args: bool) -> list[Any]:
        """Refuses parts that are known not to fit, assertions for the others; finds the number of components."""
        mixture, components = self._mixture_distribution, self._components_distribution
        checks = []
        if not mixture.dtype.is_integer:
            raise ValueError(f"`mixture_distribution.dtype` ({mixture.dtype.name}) is not over integers")
        message = "`mixture_distribution` must have scalar `event_dim`s"
        if mixture.event_shape.ndims is not None and mixture.event_shape.ndims != 0:
            raise ValueError(message)
        if mixture.event_shape.ndims is None and validate_args:
            checks.append(check_shapes.assert_rank(mixture.event_shape_tensor(), 0, message=message))
        of_mixture, of_components = mixture.batch_shape, components.batch_shape.with_rank_at_least(1)[:-1]
        message = "`mixture_distribution.batch_shape`{} is not compatible with `components_distribution.batch_shape`{}"
        if of_mixture.is_fully_defined() and of_components.is_fully_defined():
            one, other = of_mixture.as_list(), of_components.as_list()
            if one and one != other:
                raise ValueError(message.format(f" (`{one}`)", f" (`{other}`)"))
        elif validate_args:
            one, other = mixture.batch_shape_tensor(), components.batch_shape_tensor()[:-1]
            picked = pick_vector(mixture.is_scalar_batch(), other, one)
            checks.append(check_ops.assert_equal(picked, other, message=message.format("", "")))
        km: Any = dimension(mixture.logits.shape.with_rank_at_least(1)[-1])
        batch = components.batch_shape.with_rank_at_least(1)
        kc: Any = None if batch.ndims is None else dimension(batch[-1])
        if km is not None and kc is not None and km != kc:
            raise ValueError(
                f"`mixture_distribution components` ({km}) does not equal `components_distribution.batch_shape[-1]` ({kc})"
            )
        if validate_args:
            km, kc = array_ops.shape(mixture.logits)[-1], components.batch_shape_tensor()[-1]
            message = "`mixture_distribution components` does not equal `components_distribution.batch_shape[-1:]`"
            checks.append(check_ops.assert_equal(km, kc, message=message))
        elif km is None:
            km = array_ops.shape(mixture.logits)[-1]
        self._num_components = km
        return checks

    def _batch_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.components_distribution.batch_shape_tensor()[:-1]

    def _batch_shape(self) -> Any:
        return self.components_distribution.batch_shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.components_distribution.event_shape_tensor()

    def _event_shape(self) -> Any:
        return self.components_distribution.event_shape

    def _padded(self, x: Any) -> Any:
        return pad_mixture_dimensions(x, self, self.mixture_distribution, self._event_shape().ndims)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        # TF1: both draws ignore the seed
        with control_dependencies(self._runtime_assertions):
            x = self.components_distribution.sample(n)
            mask = _one_hot(self.mixture_distribution.sample(n), self._num_components, x.dtype)
            return math_ops.reduce_sum(x * self._padded(mask), axis=-1 - self._event_ndims)

    def _log_prob(self, x: Any) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self._log_of_sum(x, "log_prob")

    def _log_cdf(self, x: Any) -> Any:
        return self._log_of_sum(x, "log_cdf")

    def _log_of_sum(self, x: Any, method: str) -> Any:
        found = getattr(self.components_distribution, method)(self._pad_sample_dims(x))
        weights = nn_ops.log_softmax(self.mixture_distribution.logits, axis=-1)
        return math_ops.reduce_logsumexp(found + weights, axis=-1)

    def _mean(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            probs = self._padded(self.mixture_distribution.probs)
            return math_ops.reduce_sum(probs * self.components_distribution.mean(), axis=-1 - self._event_ndims)

    def _variance(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            probs, components = self._padded(self.mixture_distribution.probs), self.components_distribution
            inside = math_ops.reduce_sum(probs * components.variance(), axis=-1 - self._event_ndims)
            apart = math_ops.squared_difference(components.mean(), self._pad_sample_dims(self._mean()))
            return inside + math_ops.reduce_sum(probs * apart, axis=-1 - self._event_ndims)

    def _covariance(self) -> Any:
        if self.event_shape.ndims != 1:
            raise NotImplementedError("covariance is not implemented")
        with control_dependencies(self._runtime_assertions):
            probs = self._padded(self._padded(self.mixture_distribution.probs))
            components = self.components_distribution
            inside = math_ops.reduce_sum(probs * components.covariance(), axis=-3)
            z = components.mean() - self._pad_sample_dims(self._mean())
            return inside + math_ops.reduce_sum(probs * (z[..., None, :] * z[..., None]), axis=-3)

    def _pad_sample_dims(self, x: Any) -> Any:
        with name_scope("pad_sample_dims", values=[x]):
            ndims = array_ops.rank(x) if x.shape.ndims is None else x.shape.ndims
            shape = array_ops.shape(x)
            d = ndims - self._event_ndims
            return array_ops.reshape(x, shape=array_ops.concat([shape[:d], [1], shape[d:]], axis=0))
