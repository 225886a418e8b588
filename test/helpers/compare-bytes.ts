import { expect } from 'vitest';

const isAdded = Symbol.for('audiobook.compare-bytes');

/** Compares samples and bytes as a whole: element by element, a second of sound takes a tenth of a second. */
function sameBytes(one: unknown, other: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  return bytesOf(one).equals(bytesOf(other));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

// Files of tests run one after another in a process.
if (!Reflect.has(globalThis, isAdded)) {
  expect.addEqualityTesters([sameBytes]);
  Reflect.set(globalThis, isAdded, true);
}
