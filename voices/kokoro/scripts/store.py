"""Stores weights that are still floats as the integers of the export, multiplied out by nodes that the engine computes once, at load."""

import numpy as np
from onnx import numpy_helper

from graph import exported_weights, node
from float_weights import as_float


def store_weights(graph, export):
    """Cast and Mul, not DequantizeLinear: onnxruntime 1.28 computes that in every call, which took 160 ms of each."""
    new = []
    for name, weight in exported_weights(export).items():
        if name not in graph.initializers:
            continue
        numbers, scale, zero, kind = weight
        assert scale.size == zero.size == 1 or kind != 'conv'
        whole = numbers.astype(np.int16) - along(zero.astype(np.int16), numbers.ndim, kind)
        scale = along(scale, numbers.ndim, kind)
        if kind == 'lstm':
            whole = np.ascontiguousarray(whole.transpose(0, 2, 1))
        if np.abs(whole).max() > 127:
            continue
        assert np.allclose(whole.astype(np.float32) * scale, as_float(*weight), atol=1e-6), name
        graph.graph.initializer.remove(graph.initializers[name])
        graph.graph.initializer.extend([
            numpy_helper.from_array(whole.astype(np.int8), name + '/q'),
            numpy_helper.from_array(scale.astype(np.float32), name + '/s'),
        ])
        product = node('Mul', [name + '/f', name + '/s'], name)
        product.name = name + '/stored'
        new += [node('Cast', [name + '/q'], name + '/f', to=1), product]
    nodes = list(graph.graph.node)
    del graph.graph.node[:]
    graph.graph.node.extend(new + nodes)
    graph.refresh()
    graph.clean()


def along(value, rank, kind):
    """Returns one value for all, or values along the axis of the kind: the first, for matrices the last."""
    if value.size == 1:
        return value.reshape(())
    return value.reshape((1,) * (rank - 1) + (-1,) if kind == 'matmul' else (-1,) + (1,) * (rank - 1))
