import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainGraph } from '../../src/voice-models/prepare/plain-graph.ts';
import { readFields } from '../../src/voice-models/prepare/protobuf.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { installTinyVoice } from '../helpers/tiny-voices.ts';

describe('a graph with floats in place of integers', () => {
  it('has nodes of the same outputs, and none that makes integers', async () => {
    const before = await tinyModel({ integers: true });
    const after = Buffer.concat(plainGraph(before) ?? []);
    expect(typesOf(before)).toEqual(expect.arrayContaining(['QuantizeLinear', 'DequantizeLinear']));
    expect(typesOf(after).filter((type) => type.endsWith('quantizeLinear') || type === 'QuantizeLinear')).toEqual([]);
    expect(outputsOf(after)).toEqual(expect.arrayContaining([...outputsOf(before)]));
  });

  it('keeps what is not in the graph', async () => {
    const before = await tinyModel({ integers: true });
    expect(besideGraph(Buffer.concat(plainGraph(before) ?? []))).toEqual(besideGraph(before));
  });

  it('is not made of a model without integers', async () => {
    expect(plainGraph(await tinyModel({}))).toBeUndefined();
  });

  it('is not made of a damaged model', async () => {
    const model = await tinyModel({ integers: true });
    expect(() => plainGraph(model.subarray(0, model.length / 2))).toThrow(RangeError);
    expect(() => plainGraph(Buffer.from('no model at all'))).toThrow(RangeError);
    expect(() => plainGraph(Buffer.alloc(0))).toThrow(RangeError);
  });
});

async function tinyModel(options: { readonly integers?: boolean }): Promise<Buffer> {
  const { folder } = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro', ...options });
  return await readFile(path.join(folder, 'model.onnx'));
}

function besideGraph(model: Buffer): readonly string[] {
  return readFields(model).flatMap(({ number, bytes }) => (number === 7 ? [] : [bytes.toString('hex')]));
}

/** Returns a field of text of all nodes: 2 is an output, 4 a type (NodeProto in onnx.proto). */
function textsOfNodes(model: Buffer, wanted: number): readonly string[] {
  const graph = readFields(model).find(({ number }) => number === 7);
  return readFields(graph?.content ?? Buffer.alloc(0))
    .filter(({ number }) => number === 1)
    .flatMap(({ content }) => readFields(content).filter(({ number }) => number === wanted))
    .map(({ content }) => content.toString());
}

function typesOf(model: Buffer): readonly string[] {
  return textsOfNodes(model, 4);
}

function outputsOf(model: Buffer): readonly string[] {
  return textsOfNodes(model, 2);
}
