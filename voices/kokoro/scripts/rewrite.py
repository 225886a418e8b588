"""Plain rewrites of the float graph: the same sound with fewer passes over memory."""

import numpy as np

from graph import node


def rewrite(graph):
    merge_norms(graph)
    multiply_squares(graph)
    convolve_stft(graph)


def merge_norms(graph):
    """Seven nodes that normalise each channel, and two that scale and shift it by the style, become one InstanceNormalization."""
    new = []
    for divide in [one for one in graph.graph.node if one.op_type == 'Div']:
        found = norm_before(graph, divide)
        if found is None:
            continue
        source, epsilon = found
        for scale in list(graph.readers[divide.output[0]]):
            new += merged_norm(graph, divide.output[0], scale, source, epsilon)
    graph.graph.node.extend(new)
    graph.refresh()
    graph.clean()


def norm_before(graph, divide):
    """Returns what a division normalises, and the epsilon, or None for another division."""
    centred, deviation = graph.maker(divide.input[0], 'Sub'), graph.maker(divide.input[1], 'Sqrt')
    if centred is None or deviation is None:
        return None
    variance, mean = graph.maker(deviation.input[0], 'Add'), graph.maker(centred.input[1], 'ReduceMean')
    if variance is None or mean is None or mean.input[0] != centred.input[0]:
        return None
    if not (graph.value(mean.input[1]) == 2).all():
        return None
    epsilon = next(graph.value(name) for name in variance.input if name in graph.initializers)
    return centred.input[0], float(epsilon)


def merged_norm(graph, normal, scale, source, epsilon):
    weight = bias = None
    other = next(name for name in scale.input if name != normal)
    if other in graph.initializers:
        weight = graph.value(other).reshape(-1)
        add, = graph.readers[scale.output[0]]
        bias = graph.value(next(name for name in add.input if name != scale.output[0])).reshape(-1)
        scale, = graph.readers[add.output[0]]
        other = next(name for name in scale.input if name != add.output[0])
    assert scale.op_type == 'Mul'
    shift, = graph.readers[scale.output[0]]
    assert shift.op_type == 'Add'
    style = next(name for name in shift.input if name != scale.output[0])
    flat = graph.constant(np.array([-1], np.int64), 'flat_shape')
    gain, offset = shift.name + '/gain', shift.name + '/shift'
    new = [node('Reshape', [other, flat], gain), node('Reshape', [style, flat], offset)]
    if weight is not None:
        if not np.all(bias == 0):
            new.append(node('Mul', [gain, graph.constant(bias.astype(np.float32))], gain + 'b'))
            new.append(node('Add', [gain + 'b', offset], offset + '2'))
            offset += '2'
        if not np.all(weight == 1):
            new.append(node('Mul', [gain, graph.constant(weight.astype(np.float32))], gain + '2'))
            gain += '2'
    merged = node('InstanceNormalization', [source, gain, offset], shift.output[0], epsilon=epsilon)
    merged.name = shift.name + '/InstanceNormalization'
    graph.graph.node.remove(shift)
    return [*new, merged]


def multiply_squares(graph):
    for one in graph.graph.node:
        if one.op_type != 'Pow' or one.input[1] not in graph.initializers:
            continue
        power = graph.value(one.input[1])
        if power.size == 1 and float(power) == 2.0:
            one.op_type = 'Mul'
            one.input[1] = one.input[0]
    graph.refresh()


def convolve_stft(graph):
    """
    The STFT becomes a convolution. The imaginary parts of the first and last bin are exactly +0 in PyTorch, so that their phase is
    0 or +pi: a tiny positive bias keeps that (without it DNSMOS falls by 0.055, with it it stays).
    """
    stft = next(one for one in graph.graph.node if one.op_type == 'STFT')
    hop, window = int(graph.value(stft.input[1])), graph.value(stft.input[2]).astype(np.float64)
    length, bins = len(window), len(window) // 2 + 1
    angle = np.arange(bins)[:, None] * np.arange(length)[None] * 2 * np.pi / length
    real, imaginary = np.cos(angle) * window, -np.sin(angle) * window
    imaginary[0] = imaginary[-1] = 0
    kernel = np.concatenate([real, imaginary])[:, None, :].astype(np.float32)
    bias = np.zeros(2 * bins, np.float32)
    bias[bins] = bias[-1] = 1e-30
    turned, = graph.readers[stft.output[0]]
    halves = graph.readers[turned.output[0]]
    assert turned.op_type == 'Transpose' and [one.op_type for one in halves] == ['Gather', 'Gather']
    outputs = {int(graph.value(one.input[1])): one.output[0] for one in halves}
    axis = graph.constant(np.array([1], np.int64), 'axis_1')
    inputs = ['stft_in', graph.constant(kernel, 'stft_kernel'), graph.constant(bias, 'stft_bias')]
    new = [
        node('Unsqueeze', [stft.input[0], axis], 'stft_in'),
        node('Conv', inputs, 'stft_out', strides=[hop], kernel_shape=[length], pads=[0, 0], group=1, dilations=[1]),
        node('Split', ['stft_out', graph.constant(np.array([bins, bins], np.int64), 'stft_split')], outputs[0], axis=1),
    ]
    new[2].output.append(outputs[1])
    new[2].name = 'stft_halves'
    for one in halves:
        graph.graph.node.remove(one)
    graph.graph.node.extend(new)
    graph.refresh()
    graph.clean()
