"""
Makes convolutions compute with integers (static, QDQ). What keeps the sound:

- The weights are the very numbers of the export (7 bits a tensor), not rounded a second time.
- Ranges have the least mean square error on the calibration sentences instead of the extremes: 22 dB become 25 to 35.
- The output of `convs1` is normalised channel by channel next, so that each channel may have a unit of its own at no cost. The residual
  stream of a stage has one for each channel, too: one product at its beginning, and the division by 3 at its end.
- The input of a Snake convolution comes in units that equalize its channels, where the error, with that of newly rounded weights, is at
  least 0.5 dB less: they go into the gain of the normalisation before it and into alpha.
"""

import re

import numpy as np
from onnx import helper

from graph import exported_weights, node

GENERATOR = '/decoder/decoder/generator/'
PATTERN = r'generator/(noise_res|resblocks)|decoder/decoder/decode\.\d/conv[12]/'
# What is worth looking at: the others of the decoder lose more (16 to 24 dB) than they are worth.
CANDIDATES = r'decoder/decoder/(generator/(noise_res|resblocks)|encode|decode)'
# Shares of the whole range that are tried. Below 0.4, loud places were cut.
SHARES = (1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42)
# A channel counts at least this share of the usual one: units of silent channels would be noise.
LEAST = 0.15
# The error must be smaller by this factor (0.5 dB) before weights are rounded again.
WORTH_ROUNDING = 1.12
# Gain in dB for which the output of a convolution in a residual stream gets units of its own, which cost one product.
WORTH_PRODUCT = 2
STAGES = (('Add_2', (0, 1, 2), 'Div_2'), ('Add_5', (3, 4, 5), 'Div_4'))


def convolutions_of(graph, pattern):
    return [one for one in graph.graph.node if one.op_type == 'Conv' and re.search(pattern, one.name)]


def quantize(graph, export, seen):
    """Quantizes the convolutions of PATTERN. `seen` is what `calibrate` returns."""
    weights, convolutions = exported_weights(export), convolutions_of(graph, PATTERN)
    units = stage_units(graph, convolutions, seen)
    for one in convolutions:
        if re.search(r'generator/(noise_res|resblocks)\.\d/convs1', one.name):
            units[one.name] = relative(spread(seen[one.output[0]]))
    new = []
    for one in convolutions:
        new += quantized(graph, one, weights[one.input[1]], units.get(one.name), seen)
    graph.graph.node.extend(new)
    graph.refresh()
    graph.clean()


def stage_units(graph, convolutions, seen):
    units = {}
    for source, blocks, end in STAGES:
        inside = re.compile(r'generator/resblocks\.[%s]/' % ''.join(map(str, blocks)))
        outputs = [one.output[0] for one in convolutions if inside.search(one.name) and '/convs2' in one.name]
        spreads = np.stack([spread(seen[name]) / np.sqrt((seen[name]['x'] ** 2).mean()) for name in outputs])
        unit = relative(floored(np.exp(np.log(spreads).mean(0))))
        scaled = GENERATOR + source + '_output_0_scaled'
        inverse = graph.constant((1 / unit).reshape(1, -1, 1))
        graph.graph.node.append(node('Mul', [GENERATOR + source + '_output_0', inverse], scaled))
        for one in graph.graph.node:
            if not inside.search(one.name):
                continue
            for place, name in enumerate(one.input):
                if name == GENERATOR + source + '_output_0':
                    one.input[place] = scaled
            if one.op_type == 'Conv' and '/convs2' in one.name:
                units[one.name] = unit
        mean = next(one for one in graph.graph.node if one.name == GENERATOR + end)
        mean.op_type = 'Mul'
        mean.input[1] = graph.constant((unit / 3).reshape(1, -1, 1))
    return units


def quantized(graph, one, weight, unit, seen):
    """Changes a convolution and returns the nodes around it."""
    numbers, scale, zero, _ = weight
    numbers = (numbers.astype(np.int16) - int(zero.reshape(-1)[0])).astype(np.int8)
    scales = np.full(numbers.shape[0], scale.reshape(-1)[0], np.float32)
    source, target = one.input[0], one.output[0]
    new, tail = [], None
    entering = seen[source]
    equal = equalized(graph, one, numbers.astype(np.float32) * scales[:, None, None], entering, new)
    if equal is not None:
        factor, numbers, scales = equal
        entering = in_units(entering, factor)
    leaving, bias = seen[target], graph.value(one.input[2])
    if re.search(r'(resblocks\.[012]|noise_res\.0)/convs2', one.name):
        shared, own = np.ones(len(scales), np.float32) if unit is None else unit, relative(spread(leaving))
        if fidelity(leaving, own) - fidelity(leaving, shared) > WORTH_PRODUCT:
            tail, unit = own / shared, own
    if unit is not None:
        scales, bias, leaving = (scales / unit).astype(np.float32), bias / unit, in_units(leaving, unit)
    _, x_scale, x_zero = best_range(entering)
    _, y_scale, y_zero = best_range(leaving)
    bias_scales = (scales * x_scale).astype(np.float32)
    name = one.name

    def constant(value, suffix):
        return graph.constant(value, name + suffix)

    x = [constant(x_scale, '/x_scale'), constant(x_zero, '/x_zero')]
    y = [constant(y_scale, '/y_scale'), constant(y_zero, '/y_zero')]
    w = [constant(numbers, '/w'), constant(scales, '/w_scale'), constant(np.zeros(len(scales), np.int8), '/w_zero')]
    b = [
        constant(np.round(bias / bias_scales).astype(np.int32), '/b'),
        constant(bias_scales, '/b_scale'),
        constant(np.zeros(len(scales), np.int32), '/b_zero'),
    ]
    result = target if tail is None else name + '/own'
    make = helper.make_node
    new += [
        make('QuantizeLinear', [source, *x], [name + '/xq'], name=name + '/x_quantize'),
        make('DequantizeLinear', [name + '/xq', *x], [name + '/xd'], name=name + '/x_dequantize'),
        make('DequantizeLinear', w, [name + '/wd'], name=name + '/w_dequantize', axis=0),
        make('DequantizeLinear', b, [name + '/bd'], name=name + '/b_dequantize', axis=0),
        make('QuantizeLinear', [name + '/y', *y], [name + '/yq'], name=name + '/y_quantize'),
        make('DequantizeLinear', [name + '/yq', *y], [result], name=name + '/y_dequantize'),
    ]
    if tail is not None:
        factor = graph.constant(tail.reshape(1, -1, 1).astype(np.float32))
        new.append(make('Mul', [result, factor], [target], name=name + '/scale'))
    del one.input[:]
    one.input.extend([name + '/xd', name + '/wd', name + '/bd'])
    one.output[0] = name + '/y'
    return new


def equalized(graph, one, weight, entering, new):
    """Returns units of the input's channels with the weights for them, or None where they are no gain. Adds nodes to `new`."""
    snake = graph.makers.get(one.input[0])
    if snake is None or snake.op_type != 'Add' or not re.search('generator/(noise_res|resblocks)', one.name):
        return None
    norm = next(graph.makers[name] for name in snake.input if graph.makers[name].op_type == 'InstanceNormalization')
    inverse = next(graph.makers[name] for name in snake.input if graph.makers[name].op_type == 'Mul')
    alpha = next(reader for reader in graph.readers[norm.output[0]] if reader is not snake)
    power = (weight.astype(np.float64) ** 2).sum((0, 2))
    plain = error_in(entering, np.ones(weight.shape[1], np.float32), power)
    least, best = plain, None
    for percentile in (95, 99.5, 99.95):
        unit = np.percentile(np.abs(entering['x']), percentile, axis=1)
        unit = relative(np.maximum(unit, 0.25 * unit.mean()))
        scaled = weight * unit[None, :, None]
        step = np.maximum(np.abs(scaled).max((1, 2)) / 127, 1e-9)
        rounded = np.round(scaled / step[:, None, None]) * step[:, None, None]
        lost = (((rounded - scaled) / unit[None, :, None]) ** 2).sum((0, 2))
        error = error_in(entering, unit, power) + (lost * (entering['x'].astype(np.float64) ** 2).mean(1)).sum()
        if error < least:
            least, best = error, (unit, np.round(scaled / step[:, None, None]).astype(np.int8), step.astype(np.float32))
    if best is None or plain / least < WORTH_ROUNDING:
        return None
    unit, suffix = best[0], one.name[-20:] + '_s'
    factor = graph.constant((1 / unit).astype(np.float32))
    for place in (1, 2):
        name = norm.input[place] + suffix
        new.append(node('Mul', [norm.input[place], factor], name))
        norm.input[place] = name
    for product, factor in ((alpha, unit), (inverse, 1 / unit)):
        for place, name in enumerate(product.input):
            if name in graph.initializers:
                value = (graph.value(name) * factor.reshape(1, -1, 1)).astype(np.float32)
                product.input[place] = graph.constant(value, name + suffix)
    return best


def error_in(entering, unit, power):
    """Returns the mean square error of the output that comes from rounding the input in these units."""
    values = in_units(entering, unit)
    _, scale, zero = best_range(values)
    error = (round_trip(values['x'], scale, zero) - values['x']) ** 2
    return (error.mean(1) * unit * unit * power).sum()


def fidelity(leaving, unit):
    """Returns signal to noise in dB of values that are rounded in units, where all channels count the same."""
    values = in_units(leaving, unit)
    _, scale, zero = best_range(values)
    error = (round_trip(values['x'], scale, zero) - values['x']) * unit[:, None] / spread(leaving)[:, None]
    return 10 * np.log10(1 / (error**2).mean())


def best_range(values):
    """Returns the error, scale and zero of the range with the least mean square error."""
    low, high, best = float(values['lo'].min()), float(values['hi'].max()), None
    for share in SHARES:
        bottom, top = min(low * share, 0.0), max(high * share, 0.0)
        scale = np.float32(max(top - bottom, 1e-9) / 255)
        zero = np.uint8(np.clip(round(-bottom / scale), 0, 255))
        error = ((round_trip(values['x'], scale, zero) - values['x']) ** 2).mean()
        if best is None or error < best[0]:
            best = (error, scale, zero)
    return best


def round_trip(values, scale, zero):
    return (np.clip(np.round(values / scale) + int(zero), 0, 255) - int(zero)) * scale


def in_units(values, unit):
    return {'x': values['x'] / unit[:, None], 'lo': values['lo'] / unit, 'hi': values['hi'] / unit}


def spread(values):
    """Returns the standard deviation of each channel."""
    return floored(values['x'].std(1))


def floored(unit):
    unit = np.asarray(unit, np.float64)
    return np.maximum(unit, LEAST * np.sqrt((unit**2).mean()))


def relative(unit):
    """Returns units whose geometric mean is 1."""
    return (unit / np.exp(np.log(unit).mean())).astype(np.float32)
