"""Takes the dynamic quantization out of the int8 export of Kokoro: the same weights, as floats."""

import numpy as np
from onnx import helper

from graph import Graph, exported_weights

DEAD_KINDS = ('Cast', 'Round', 'Floor')


def use_float_weights(model):
    graph = Graph(model)
    weights = {name: as_float(*parts) for name, parts in exported_weights(model).items()}
    replaced, removed = {}, set()
    for one in list(graph.graph.node):
        if one.op_type in ('ConvInteger', 'MatMulInteger') and one.input[1] in graph.initializers:
            replaced[id(one)] = float_product(graph, one, weights, removed)
        elif one.op_type == 'DynamicQuantizeLSTM':
            replaced[id(one)] = float_lstm(graph, one, weights)
            removed.add(id(one))
    nodes = [new for one in graph.graph.node for new in kept(one, replaced, removed)]
    del graph.graph.node[:]
    graph.graph.node.extend(nodes)
    graph.refresh()
    graph.clean()


def kept(one, replaced, removed):
    if id(one) in replaced:
        yield replaced[id(one)]
    if id(one) not in removed:
        yield one


def as_float(numbers, scale, zero, kind):
    """Returns a weight as floats. Scales of channels lie along the first axis of convolutions and the last one of matrices."""
    numbers, scale, zero = (part.astype(np.float32) for part in (numbers, scale, zero))
    if kind == 'lstm':
        count = numbers.shape[0]
        scale = scale.reshape(count, 1, -1) if scale.size > 1 else scale.reshape(1, 1, 1)
        zero = zero.reshape(count, 1, -1) if zero.size > 1 else zero.reshape(1, 1, 1)
        return np.ascontiguousarray(((numbers - zero) * scale).transpose(0, 2, 1)).astype(np.float32)
    if scale.size > 1:
        shape = (-1,) + (1,) * (numbers.ndim - 1) if kind == 'conv' else (1,) * (numbers.ndim - 1) + (-1,)
        scale = scale.reshape(shape)
        zero = zero.reshape(shape) if zero.size > 1 else zero
    return ((numbers - zero) * scale).astype(np.float32)


def float_product(graph, one, weights, removed):
    """The export: integers of the activation, product, bias in integers, to floats, times both scales."""
    activation, numbers = one.input[0], one.input[1]
    quantized = graph.makers[activation]
    reader = graph.readers[one.output[0]][0]
    bias = None
    if reader.op_type == 'Add':
        shaped = graph.makers[next(name for name in reader.input if name != one.output[0])]
        removed.update((id(reader), id(shaped)))
        maker = graph.makers[shaped.input[0]]
        while maker.op_type in DEAD_KINDS:
            maker = graph.makers[maker.input[0]]
        assert maker.op_type == 'Div'
        bias = maker.input[0]
        reader = graph.readers[reader.output[0]][0]
    product, = graph.readers[reader.output[0]]
    assert reader.op_type == 'Cast' and product.op_type == 'Mul'
    scales = graph.makers[next(name for name in product.input if name != reader.output[0])]
    scale = next(name for name in scales.input if name != quantized.output[1])
    removed.update((id(one), id(reader), id(product), id(scales)))
    name = numbers + '_' + scale.replace('/', '_')[-20:] + '_dq'
    inputs = [quantized.input[0], graph.constant(weights[name], name)] + ([bias] if bias else [])
    kind = 'Conv' if one.op_type == 'ConvInteger' else 'MatMul'
    new = helper.make_node(kind, inputs, [product.output[0]], name=one.name.replace('_quant', '') + '_f')
    new.attribute.extend(one.attribute)
    return new


def float_lstm(graph, one, weights):
    names = [graph.constant(weights[one.name + suffix], one.name + suffix) for suffix in ('_W', '_R')]
    inputs = [one.input[0], *names, *one.input[3:8]]
    new = helper.make_node('LSTM', inputs, list(one.output), name=one.name + '_f')
    new.attribute.extend(part for part in one.attribute if part.name in ('direction', 'hidden_size', 'activations'))
    return new
