import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeEspeakData } from '../../src/voice-models/prepare/espeak-data.ts';
import { preparePiperVoice } from '../../src/voice-models/prepare/prepare-piper-voice.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const config = {
  audio: { sample_rate: 22_050 },
  espeak: { voice: 'en-gb-x-rp' },
  language: { name_english: 'English' },
  num_speakers: 1,
  phoneme_id_map: { _: [0], '^': [1], $: [2], ' ': [3], '\n': [9], ə: [59] },
};

describe('a voice of Piper', () => {
  it('gets the tokens and the metadata that the engine reads', async () => {
    const folder = await piperFolder(JSON.stringify(config));
    await preparePiperVoice(folder);
    expect(await readFile(path.join(folder, 'tokens.txt'), 'utf8')).toBe('_ 0\n^ 1\n$ 2\n  3\nə 59\n');
    const model = await readFile(path.join(folder, 'model.onnx'));
    expect(model.subarray(0, 4).toString()).toBe('ONNX');
    expect(metadataIn(model.subarray(4))).toEqual({
      model_type: 'vits',
      comment: 'piper',
      language: 'English',
      voice: 'en-gb-x-rp',
      version: '1',
      has_espeak: '1',
      has_g2pw: '0',
      n_speakers: '1',
      sample_rate: '22050',
    });
  });

  it('is refused when its configuration is damaged or needs what the engine does not have', async () => {
    await expect(preparePiperVoice(await piperFolder('{'))).rejects.toThrow('its configuration is damaged.');
    await expect(preparePiperVoice(await piperFolder('{"audio":{}}'))).rejects.toThrow('its configuration is damaged.');
    const text = await piperFolder(JSON.stringify({ ...config, phoneme_type: 'text' }));
    await expect(preparePiperVoice(text)).rejects.toMatchObject({
      code: 'download-failed',
      message: "The Piper voice cannot be used: it needs the phonemes 'text'.",
    });
  });
});

describe('the data of espeak-ng', () => {
  it('are those of the languages and of English', async () => {
    const folder = await temporaryFolder();
    await writeEspeakData(folder, ['nb-NO', 'is-IS']);
    const data = path.join(folder, 'espeak-ng-data');
    const names = await readdir(data);
    expect(names.filter((name) => name.endsWith('_dict')).toSorted()).toEqual(['en_dict', 'is_dict', 'no_dict']);
    expect(names).toEqual(expect.arrayContaining(['phondata', 'phonindex', 'phontab', 'intonations', 'lang']));
    expect(await readFile(path.join(data, 'lang/gmw/en-GB-x-rp'), 'utf8')).toContain('language en-gb-x-rp');
    // The version of the data that the engine accepts: 0x014801.
    expect((await readFile(path.join(data, 'phondata'))).subarray(0, 4)).toEqual(Buffer.from([1, 0x48, 1, 0]));
  });
});

async function piperFolder(configuration: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'model.onnx'), 'ONNX');
  await writeFile(path.join(folder, 'model.onnx.json'), configuration);
  return folder;
}

/** Reads fields 14 of a protobuf message, each with a key (1) and a value (2), all shorter than 128 bytes. */
function metadataIn(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length;) {
    expect(bytes[at]).toBe(14 * 8 + 2);
    const length = bytes[at + 1] ?? 0;
    const entry = bytes.subarray(at + 2, at + 2 + length);
    const keyLength = entry[1] ?? 0;
    found[entry.subarray(2, 2 + keyLength).toString()] = entry.subarray(4 + keyLength).toString();
    at += 2 + length;
  }
  return found;
}
