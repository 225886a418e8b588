/** A field of a protobuf message: its number, its value, and all its bytes. */
export interface ProtobufField {
  readonly number: number;
  /** Of a number. */
  readonly value: number;
  /** Of bytes, a text or a message. Empty for a number. */
  readonly content: Buffer;
  /** The field as it is in the message. */
  readonly bytes: Buffer;
}

const lengthDelimited = 2;

/** Returns the fields of a message, without copies. Throws `RangeError` for bytes that are no message. */
export function readFields(message: Buffer): readonly ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  while (at < message.length) {
    const start = at;
    const tag = readVarint(message, at);
    const number = Math.floor(tag.value / 8);
    const { value, content, end } = readValue(message, tag.value % 8, tag.end);
    if (number === 0 || end > message.length) throw new RangeError('The bytes are no protobuf message.');
    fields.push({ number, value, content, bytes: message.subarray(start, end) });
    at = end;
  }
  return fields;
}

/** Returns a field of bytes, of a text or of a message. */
export function bytesField(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([fieldStart(number, bytes.length), bytes]);
}

/** Returns the bytes before the content of a field of this length. */
export function fieldStart(number: number, length: number): Buffer {
  return Buffer.concat([varint(number * 8 + lengthDelimited), varint(length)]);
}

/** Returns a field of a whole number that is not negative. */
export function numberField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

interface Value {
  readonly value: number;
  readonly content: Buffer;
  readonly end: number;
}

/** Lengths of values in bytes, by their wire types. */
const fixedLengths: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

function readValue(message: Buffer, wireType: number, at: number): Value {
  const none = message.subarray(0, 0);
  if (wireType === 0) return { ...readVarint(message, at), content: none };
  if (wireType === lengthDelimited) {
    const { value: length, end } = readVarint(message, at);
    return { value: 0, content: message.subarray(end, end + length), end: end + length };
  }
  const length = fixedLengths[wireType];
  if (length === undefined) throw new RangeError('The bytes are no protobuf message.');
  return { value: 0, content: message.subarray(at, at + length), end: at + length };
}

/** Ten groups of seven bits hold the greatest number. */
const maxGroups = 10;

/** Numbers beyond 2^53, which are negative ones here, lose their last bits. */
function readVarint(message: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let group = 0; group < maxGroups; group += 1) {
    const byte = message[start + group];
    if (byte === undefined) break;
    value += (byte % 128) * 128 ** group;
    if (byte < 128) return { value, end: start + group + 1 };
  }
  throw new RangeError('The bytes are no protobuf message.');
}

/** Returns a number in groups of seven bits, the lowest first, each but the last with its high bit set. */
function varint(number: number): Buffer {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
