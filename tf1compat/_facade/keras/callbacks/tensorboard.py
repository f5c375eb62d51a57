"""`TensorBoard`: writes loss, metrics, the graph and histograms of weights to event files."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.callbacks.base import Callback
from tf1compat._facade.summary import histogram, merge
from tf1compat._facade.summary_writer import FileWriter
from tf1compat._formats import protos
from tf1compat._jaxcore.base import errors


class TensorBoard(Callback):
    """Writes event files.

    Args:
      log_dir: folder.
      histogram_freq: epochs between histograms of the weights; 0 for none.
      write_graph: write the graph?
      update_freq: `"epoch"`, `"batch"`, or a number of samples between two writes of metrics.
      batch_size: no longer of use, as in TF1.

    Raises:
      UnsupportedError: `write_grads`, `write_images`, embeddings or profiles are asked for.
    """

    def __init__(
        self,
        log_dir: str = "./logs",
        histogram_freq: int = 0,
        batch_size: int = 32,
        write_graph: bool = True,
        write_grads: bool = False,
        write_images: bool = False,
        embeddings_freq: int = 0,
        embeddings_layer_names: Any = None,
        embeddings_metadata: Any = None,
        embeddings_data: Any = None,
        update_freq: Any = "epoch",
        profile_batch: int = 2,
    ) -> None:
        super().__init__()
        if write_grads or write_images or embeddings_freq:
            raise errors.unsupported(
                "TensorBoard with write_grads, write_images or embeddings_freq is not supported.",
                advice="Leave these arguments out; histogram_freq and write_graph work.",
            )
        self.log_dir, self.histogram_freq, self.write_graph = log_dir, histogram_freq, write_graph
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.merged: Any = None
        self._samples = self._last = self._total = 0

    def set_model(self, model: Any) -> None:
        super().set_model(model)
        if self.histogram_freq and self.merged is None:
            made = [histogram(w.name.replace(":", "_"), w) for layer in model.layers for w in layer.weights]
            self.merged = merge(made) if made else None
        graph = K.get_session().graph if self.write_graph else None
        self.writer = FileWriter(self.log_dir, graph)

    def _write(self, logs: Any, step: int) -> None:
        for name, value in logs.items():
            if name in ("batch", "size", "num_steps") or np.ndim(value):
                continue
            message = protos.Summary()
            entry = message.value.add()
            entry.tag, entry.simple_value = name, float(value)
            self.writer.add_summary(message, step)
        self.writer.flush()

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        logs = logs or {}
        self._samples += logs.get("size", 1)
        self._total += 1
        if self.update_freq != "epoch" and self._samples - self._last >= self.update_freq:
            self._write({"batch_" + k: v for k, v in logs.items() if k not in ("batch", "size")}, self._total)
            self._last = self._samples

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        step = epoch if self.update_freq == "epoch" else self._samples
        self._write({"epoch_" + k: v for k, v in (logs or {}).items()}, step)
        if self.merged is not None and epoch % self.histogram_freq == 0:
            self.writer.add_summary(K.get_session().run(self.merged), epoch)

    def on_train_end(self, logs: Any = None) -> None:
        self.writer.close()
