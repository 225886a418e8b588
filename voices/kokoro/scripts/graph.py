"""An ONNX graph that is changed node by node, and where the weights of the dynamically quantized export of Kokoro are."""

import numpy as np
from onnx import helper, numpy_helper


class Graph:
    def __init__(self, model):
        self.model = model
        self.graph = model.graph
        self._constants = 0
        self.refresh()

    def refresh(self):
        """Reads the graph again after changes."""
        self.initializers = {one.name: one for one in self.graph.initializer}
        self.makers = {name: node for node in self.graph.node for name in node.output}
        self.readers = {}
        for node in self.graph.node:
            for name in node.input:
                self.readers.setdefault(name, []).append(node)

    def value(self, name):
        """Returns the value of a constant, or None."""
        return numpy_helper.to_array(self.initializers[name]) if name in self.initializers else None

    def constant(self, value, name=None):
        """Returns the name of a constant, which is added where it is not there."""
        if name is None:
            self._constants += 1
            name = f'rewritten_{self._constants}'
        if name not in self.initializers:
            self.graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
            self.initializers[name] = self.graph.initializer[-1]
        return name

    def maker(self, name, kind):
        """Returns the node that makes a value, if it is of a kind."""
        node = self.makers.get(name)
        return node if node is not None and node.op_type == kind else None

    def clean(self):
        """Removes what nothing reads, and puts the nodes in order."""
        outputs = {one.name for one in self.graph.output}
        while True:
            used = outputs | {name for node in self.graph.node for name in node.input}
            dead = [node for node in self.graph.node if not any(name in used for name in node.output)]
            if not dead:
                break
            for node in dead:
                self.graph.node.remove(node)
        used = {name for node in self.graph.node for name in node.input}
        kept = [one for one in self.graph.initializer if one.name in used]
        del self.graph.initializer[:]
        self.graph.initializer.extend(kept)
        self._order()
        self.refresh()

    def _order(self):
        nodes = list(self.graph.node)
        makers = {name: node for node in nodes for name in node.output}
        done, order = set(), []
        for node in nodes:
            stack = [node]
            while stack:
                top = stack[-1]
                if id(top) in done:
                    stack.pop()
                    continue
                missing = [makers[name] for name in top.input if name in makers and id(makers[name]) not in done]
                if missing:
                    stack += missing[::-1]
                else:
                    done.add(id(top))
                    order.append(top)
                    stack.pop()
        del self.graph.node[:]
        self.graph.node.extend(order)


def node(kind, inputs, output, **attributes):
    """Returns a node that is named after its output."""
    return helper.make_node(kind, inputs, [output], name=output, **attributes)


def exported_weights(export):
    """Returns numbers, scale, zero and kind of each integer weight, by the names that `float_weights.py` gives the floats."""
    graph = Graph(export)
    weights = {}
    for one in graph.graph.node:
        if one.op_type in ('ConvInteger', 'MatMulInteger') and one.input[1] in graph.initializers:
            activation, numbers, _, zero = one.input
            scale_of_activation = graph.makers[activation].output[1]
            reader = graph.readers[one.output[0]][0]
            if reader.op_type == 'Add':
                reader = graph.readers[reader.output[0]][0]
            product = graph.readers[reader.output[0]][0]
            other = next(name for name in product.input if name != reader.output[0])
            scale = next(name for name in graph.makers[other].input if name != scale_of_activation)
            name = numbers + '_' + scale.replace('/', '_')[-20:] + '_dq'
            kind = 'conv' if one.op_type == 'ConvInteger' else 'matmul'
            weights[name] = (graph.value(numbers), graph.value(scale), graph.value(zero), kind)
        elif one.op_type == 'DynamicQuantizeLSTM':
            names = list(one.input)
            for suffix, numbers, scale in (('_W', 1, 8), ('_R', 2, 10)):
                parts = (graph.value(names[place]) for place in (numbers, scale, scale + 1))
                weights[one.name + suffix] = (*parts, 'lstm')
    return weights
