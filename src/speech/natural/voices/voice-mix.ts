import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AudiobookError, invalidValue } from '../../../core/errors.ts';
import { openAtomicFile } from '../../../core/files/atomic-file.ts';
import type { AtomicFile } from '../../../core/files/atomic-file.ts';
import { kinds } from '../kinds/kinds.ts';
import { voiceFamily, voicePrefix } from '../kinds/voice-family.ts';
import { creditOfKokoroVoice } from '../../language-of-kokoro-voice.ts';
import type { MixPart, NaturalVoice } from './natural-voice.ts';

/** The most weight of one speaker in a mix, and the most speakers. */
const limits = { weight: 100, parts: 8 };

const expected = `two to ${limits.parts} speakers with weights up to ${limits.weight}, for example kokoro:af_heart(2)+bf_emma`;

/**
 * Returns the voice that a mix such as `kokoro:af_heart(2)+bf_emma` describes, or undefined when the name is not a mix. It
 * speaks the languages of its first speaker. Throws `bad-value` for a mix that cannot be made of the voices.
 */
export function mixedVoice(id: string, voices: ReadonlyMap<string, NaturalVoice>): NaturalVoice | undefined {
  const family = voiceFamily(id);
  if (!family || !kinds[family].mixes || !id.includes('+')) return undefined;
  const prefix = voicePrefix(family);
  const parts = id.slice(prefix.length).split('+');
  const named = parts.map((part) => {
    const [, name = '', weight = '1'] = /^([\w-]+)(?:\((\d+(?:\.\d+)?)\))?$/u.exec(part.trim()) ?? [];
    return { voice: voices.get(prefix + name), weight: Number(weight) };
  });
  const [first] = named;
  const model = first?.voice?.installed.model.id;
  const mix = named.flatMap(({ voice, weight }) => {
    const isUsable = voice?.installed.model.id === model && weight > 0 && weight <= limits.weight;
    return voice && isUsable ? [{ speaker: voice.speaker, weight, gainDb: voice.gainDb }] : [];
  });
  if (!first?.voice || mix.length !== parts.length || parts.length > limits.parts) {
    throw invalidValue('voice', id, expected);
  }
  const total = mix.reduce((sum, { weight: share }) => sum + share, 0);
  const gainDb = mix.reduce((sum, { weight: share, gainDb: own }) => sum + (share * own) / total, 0);
  const name = id.slice(prefix.length);
  return { ...first.voice, id, name, credit: creditOfKokoroVoice(name), mix, gainDb: Math.round(gainDb * 10) / 10 };
}

/**
 * Writes a copy of the file of a model's speakers in which the first speaker of the mix is the weighted mean of all. Disposing
 * deletes it; what a killed process left is deleted by the next one. Throws `provider-failed` for a damaged file.
 */
export async function writeMix(voicesFile: string, mix: readonly MixPart[], speakers: number): Promise<AtomicFile> {
  const data = await readFile(voicesFile);
  const bytes = data.length / speakers;
  if (bytes % Float32Array.BYTES_PER_ELEMENT !== 0) {
    throw new AudiobookError('provider-failed', `The voices in ${voicesFile} are damaged. Install the model again.`);
  }
  const mixed = meanOf(data, mix, bytes);
  const copy = await openAtomicFile(path.join(tmpdir(), 'audiobook-voices.bin'), { mode: 0o600 });
  try {
    await using file = await open(copy.path, 'r+');
    await file.writeFile(data);
    await file.write(mixed, 0, bytes, (mix[0]?.speaker ?? 0) * bytes);
    return copy;
  } catch (thrown) {
    await copy[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** The file holds little-endian 32-bit numbers, as many for each speaker. */
function meanOf(data: Buffer, mix: readonly MixPart[], bytes: number): Buffer {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  const mean = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += Float32Array.BYTES_PER_ELEMENT) {
    const sum = mix.reduce((value, { speaker, weight }) => value + weight * data.readFloatLE(speaker * bytes + at), 0);
    mean.writeFloatLE(sum / total, at);
  }
  return mean;
}
