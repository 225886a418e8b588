/** Element types of a tensor, by their numbers in ONNX. */
export const float = 1;
const uint8 = 2;
const int8 = 3;
export const int64 = 7;

/** Shape of an input or output: lengths, or names of lengths that are known later. */
export type Shape = readonly (number | string)[];

/** An input or output of a graph. */
export type Port = readonly [name: string, type: number, shape: Shape];

/** Attributes of a node: integers, or lists of them. */
type Attributes = Readonly<Record<string, number | readonly number[]>>;

/** An ONNX graph that is built node by node. The protobuf is written by hand, so that tests need no further package. */
export class OnnxGraph {
  readonly #initializers: Buffer[] = [];
  readonly #nodes: Buffer[] = [];
  readonly #constants = new Map<string, string>();

  /** Returns the name of a constant: a scalar, or a vector. */
  floats(values: number | readonly number[]): string {
    const data = Buffer.from(new Float32Array([values].flat()).buffer);
    return this.#constant(float, { values, data });
  }

  /** Returns the name of a constant: a scalar, or a vector. */
  ints(values: number | readonly number[]): string {
    const data = Buffer.from(new BigInt64Array([values].flat().map(BigInt)).buffer);
    return this.#constant(int64, { values, data });
  }

  /** Returns the name of a square matrix with one value everywhere. */
  matrix(size: number, value: number): string {
    const data = Buffer.from(new Float32Array(size * size).fill(value).buffer);
    const name = `m${this.#initializers.length}`;
    this.#initializers.push(tensor(name, float, [size, size], data));
    return name;
  }

  /** Returns the name of a constant of any shape. */
  tensor(values: Float32Array, shape: readonly number[]): string {
    const name = `t${this.#initializers.length}`;
    this.#initializers.push(tensor(name, float, shape, Buffer.from(values.buffer)));
    return name;
  }

  /** Returns the name of a constant that is stored as one integer for each 1/127 of the greatest value. */
  stored(values: readonly number[], shape: readonly number[]): string {
    const scale = Math.max(...values.map(Math.abs)) / 127;
    const numbers = Buffer.from(Int8Array.from(values, (value) => Math.round(value / scale)).buffer);
    return this.op(
      'DequantizeLinear',
      [this.#bytes(int8, numbers, shape), this.floats([scale]), this.#bytes(int8, Buffer.from([0]), [1])],
      { axis: 0 },
    );
  }

  /** Adds nodes that turn values from 0 to 1 into integers and back. */
  inIntegers(input: string): string {
    const parameters = [this.floats(1 / 255), this.#bytes(uint8, Buffer.from([0]), [])];
    return this.op('DequantizeLinear', [this.op('QuantizeLinear', [input, ...parameters]), ...parameters]);
  }

  /** Adds a node and returns the name of its output. */
  op(type: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.output(`v${this.#nodes.length}`, type, inputs, attributes);
  }

  /** Adds a node whose output has a name. */
  output(name: string, type: string, inputs: readonly string[], attributes: Attributes = {}): string {
    this.#nodes.push(
      Buffer.concat([
        ...inputs.map((input) => bytesField(1, input)),
        bytesField(2, name),
        bytesField(3, `${name}_node`),
        bytesField(4, type),
        ...Object.entries(attributes).map(([key, value]) => bytesField(5, attribute(key, value))),
      ]),
    );
    return name;
  }

  /** Adds a node that changes the element type. */
  cast(input: string, to: number): string {
    return this.op('Cast', [input], { to });
  }

  /** Returns the file of the model. */
  model(inputs: readonly Port[], output: Port, metadata: Readonly<Record<string, string | number>> = {}): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes.map((node) => bytesField(1, node)),
      bytesField(2, 'tiny'),
      ...this.#initializers.map((initializer) => bytesField(5, initializer)),
      ...inputs.map((input) => bytesField(11, port(input))),
      bytesField(12, port(output)),
    ]);
    const entries = Object.entries(metadata).map(([key, value]) =>
      bytesField(14, Buffer.concat([bytesField(1, key), bytesField(2, String(value))])),
    );
    const opset = bytesField(8, Buffer.concat([bytesField(1, ''), intField(2, 13)]));
    return Buffer.concat([intField(1, 8), bytesField(2, 'tiny-voice'), bytesField(7, graph), opset, ...entries]);
  }

  #bytes(type: number, data: Buffer, shape: readonly number[]): string {
    const name = `b${this.#initializers.length}`;
    this.#initializers.push(tensor(name, type, shape, data));
    return name;
  }

  #constant(
    type: number,
    { values, data }: { readonly values: number | readonly number[]; readonly data: Buffer },
  ): string {
    const key = `${type}:${JSON.stringify(values)}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const name = `c${this.#initializers.length}`;
    this.#initializers.push(tensor(name, type, typeof values === 'number' ? [] : [values.length], data));
    this.#constants.set(key, name);
    return name;
  }
}

function varint(value: number): Buffer {
  let rest = BigInt(value);
  const bytes: number[] = [];
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 128);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

function intField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytesField(field: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function attribute(key: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number') return Buffer.concat([bytesField(1, key), intField(3, value), intField(20, 2)]);
  return Buffer.concat([bytesField(1, key), ...value.map((one) => intField(8, one)), intField(20, 7)]);
}

function tensor(name: string, type: number, shape: readonly number[], data: Buffer): Buffer {
  return Buffer.concat([
    ...shape.map((length) => intField(1, length)),
    intField(2, type),
    bytesField(8, name),
    bytesField(9, data),
  ]);
}

function port([name, type, shape]: Port): Buffer {
  const lengths = shape.map((length) =>
    bytesField(1, typeof length === 'number' ? intField(1, length) : bytesField(2, length)),
  );
  const tensorType = Buffer.concat([intField(1, type), bytesField(2, Buffer.concat(lengths))]);
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensorType))]);
}
