import { bytesField, fieldStart, numberField, readFields } from './protobuf.ts';
import type { ProtobufField } from './protobuf.ts';

/** Numbers of fields in onnx.proto. */
const fields = {
  model: { graph: 7 },
  graph: { node: 1, initializer: 5 },
  node: { input: 1, output: 2, name: 3, type: 4, attribute: 5 },
  attribute: { name: 1, integer: 3, type: 20 },
  tensor: { dimension: 1, type: 2, name: 8, data: 9 },
};
/** Numbers of types in onnx.proto. */
const types = { float: 1, int64: 7, attributeInteger: 2 };

interface Node {
  readonly type: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly axis: number | undefined;
  readonly bytes: Buffer;
}

interface Tensor {
  readonly dimensions: readonly number[];
  readonly isZero: boolean;
}

/**
 * Returns the model with its activations as floats, in pieces: the nodes that turn them into integers and back do nothing, and stored
 * weights are multiplied out by nodes that the engine computes once, at load (it computes DequantizeLinear in each call). What the
 * weights are is not changed. Returns undefined for a model without integer activations. Throws `RangeError` for bytes that are no model.
 */
export function plainGraph(model: Buffer): readonly Buffer[] | undefined {
  const parts = readFields(model);
  const graph = parts.find(({ number }) => number === fields.model.graph);
  if (!graph) throw new RangeError('The bytes are no ONNX model.');
  const plain = plainNodes(readFields(graph.content));
  if (!plain) return undefined;
  const length = plain.reduce((sum, { length: bytes }) => sum + bytes, 0);
  return parts.flatMap((part) => (part === graph ? [fieldStart(fields.model.graph, length), ...plain] : [part.bytes]));
}

function plainNodes(graph: readonly ProtobufField[]): readonly Buffer[] | undefined {
  const tensors = new Map(
    graph.flatMap(({ number, content }) => (number === fields.graph.initializer ? [readTensor(content)] : [])),
  );
  const nodes = graph.flatMap((field) => (field.number === fields.graph.node ? [readNode(field)] : []));
  const removed = removedPairs(nodes, tensors);
  if (removed.size === 0) return undefined;
  const shapes = new Map<string, Buffer>();
  const rewritten = nodes.map((node) => {
    const [from = ''] = node.inputs;
    if (removed.has(node.output) || (node.type === 'DequantizeLinear' && removed.has(from))) return identity(node);
    return storedWeight(node, tensors, shapes) ?? node.bytes;
  });
  const others = graph.flatMap(({ number, bytes }) => (number === fields.graph.node ? [] : [bytes]));
  return [...rewritten, ...others, ...shapes.values()];
}

/** Returns the outputs of the nodes that make integers of activations, where only nodes that make floats of them again read them. */
function removedPairs(nodes: readonly Node[], tensors: ReadonlyMap<string, Tensor>): ReadonlySet<string> {
  const made = nodes.filter(({ type, inputs: [from = ''] }) => type === 'QuantizeLinear' && !tensors.has(from));
  const removed = new Set(made.map(({ output }) => output));
  for (const { type, inputs } of nodes) {
    for (const [place, input] of inputs.entries()) {
      if (type !== 'DequantizeLinear' || place > 0) removed.delete(input);
    }
  }
  return removed;
}

function identity({ name, inputs: [from = ''], output }: Node): Buffer {
  return nodeField({ type: 'Identity', name, inputs: [from], output });
}

/** Returns the nodes for a stored weight whose zero is 0, or undefined for any other node. */
function storedWeight(
  { type, name, inputs, output, axis }: Node,
  tensors: ReadonlyMap<string, Tensor>,
  shapes: Map<string, Buffer>,
): Buffer | undefined {
  const [from = '', scale = '', zero] = inputs;
  const weights = tensors.get(from);
  if (type !== 'DequantizeLinear' || !weights || !tensors.has(scale)) return undefined;
  if (zero !== undefined && !tensors.get(zero)?.isZero) return undefined;
  const shape = shapeOfScales(weights.dimensions.length, axis);
  const shapeName = `plain_shape_${shape.join('_')}`;
  if (!shapes.has(shapeName)) shapes.set(shapeName, shapeTensor(shapeName, shape));
  const [numbers, factors] = [`${output}/plain_numbers`, `${output}/plain_scale`];
  return Buffer.concat([
    nodeField({ type: 'Cast', name: numbers, inputs: [from], output: numbers, to: types.float }),
    nodeField({ type: 'Reshape', name: factors, inputs: [scale, shapeName], output: factors }),
    nodeField({ type: 'Mul', name, inputs: [numbers, factors], output }),
  ]);
}

/** The scales lie along one axis, by default the second. A single one fits every axis. The last axis is also -1, read as a great number. */
function shapeOfScales(rank: number, axis = 1): readonly number[] {
  const place = Math.min(axis, rank - 1);
  return Array.from({ length: rank }, (_, dimension) => (dimension === place ? -1 : 1));
}

function readNode({ content, bytes }: ProtobufField): Node {
  const parts = readFields(content);
  const texts = (wanted: number): readonly string[] =>
    parts.flatMap(({ number, content: text }) => (number === wanted ? [text.toString()] : []));
  const [output = ''] = texts(fields.node.output);
  const attributes = parts
    .filter(({ number }) => number === fields.node.attribute)
    .map((part) => readFields(part.content));
  const axis = attributes.find((attribute) =>
    attribute.some(({ number, content: text }) => number === fields.attribute.name && text.toString() === 'axis'),
  );
  return {
    type: texts(fields.node.type).join(''),
    name: texts(fields.node.name).join(''),
    inputs: texts(fields.node.input),
    output,
    axis: axis?.find(({ number }) => number === fields.attribute.integer)?.value,
    bytes,
  };
}

function readTensor(content: Buffer): readonly [string, Tensor] {
  const parts = readFields(content);
  const name = parts.find(({ number }) => number === fields.tensor.name)?.content.toString() ?? '';
  const data = parts.find(({ number }) => number === fields.tensor.data)?.content;
  const dimensions = parts.filter(({ number }) => number === fields.tensor.dimension).flatMap(dimensionsOf);
  return [name, { dimensions, isZero: data?.every((byte) => byte === 0) ?? false }];
}

/** A field holds one dimension, or all of them in a row. */
function dimensionsOf({ value, content }: ProtobufField): readonly number[] {
  if (content.length === 0) return [value];
  const dimensions: number[] = [];
  let group = 1;
  let sum = 0;
  for (const byte of content) {
    sum += (byte % 128) * group;
    group *= 128;
    if (byte > 127) continue;
    dimensions.push(sum);
    [group, sum] = [1, 0];
  }
  return dimensions;
}

interface NewNode extends Pick<Node, 'type' | 'name' | 'inputs' | 'output'> {
  /** The only attribute of a new node: a type. */
  readonly to?: number | undefined;
}

function nodeField({ type, name, inputs, output, to }: NewNode): Buffer {
  const content = Buffer.concat([
    ...inputs.map((input) => bytesField(fields.node.input, input)),
    bytesField(fields.node.output, output),
    bytesField(fields.node.name, name),
    bytesField(fields.node.type, type),
    ...(to === undefined ? [] : [bytesField(fields.node.attribute, integerAttribute('to', to))]),
  ]);
  return bytesField(fields.graph.node, content);
}

function integerAttribute(name: string, value: number): Buffer {
  return Buffer.concat([
    bytesField(fields.attribute.name, name),
    numberField(fields.attribute.integer, value),
    numberField(fields.attribute.type, types.attributeInteger),
  ]);
}

function shapeTensor(name: string, shape: readonly number[]): Buffer {
  const data = Buffer.from(BigInt64Array.from(shape, BigInt).buffer);
  const content = Buffer.concat([
    numberField(fields.tensor.dimension, shape.length),
    numberField(fields.tensor.type, types.int64),
    bytesField(fields.tensor.name, name),
    bytesField(fields.tensor.data, data),
  ]);
  return bytesField(fields.graph.initializer, content);
}
