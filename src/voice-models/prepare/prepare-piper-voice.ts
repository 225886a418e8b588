import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AudiobookError } from '../../core/errors.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { bytesField } from './protobuf.ts';

/** The parts of a Piper voice's configuration that the engine needs. */
const configSchema = z.object({
  audio: z.object({ sample_rate: z.number().int().positive() }),
  espeak: z.object({ voice: z.string().min(1) }).optional(),
  language: z.object({ name_english: z.string() }).partial().optional(),
  lang_code: z.string().optional(),
  phoneme_type: z.string().optional(),
  num_speakers: z.number().int().positive(),
  phoneme_id_map: z.record(z.string(), z.union([z.number(), z.array(z.number()).min(1)])),
});

type PiperConfig = z.infer<typeof configSchema>;

/**
 * Makes a voice of rhasspy/piper-voices (`model.onnx`, `model.onnx.json`) loadable by the engine: writes `tokens.txt` and
 * appends the metadata that the engine reads to the model. Repeated fields of a protobuf message may be anywhere in it, so
 * this is valid ONNX. Source: scripts/piper/add_meta_data.py of k2-fsa/sherpa-onnx. Throws `download-failed` for a
 * configuration that the engine cannot use.
 */
export async function preparePiperVoice(folder: string): Promise<void> {
  const config = configSchema.safeParse(parseJson(await readFile(path.join(folder, 'model.onnx.json'), 'utf8')));
  if (!config.success) throw unusable('its configuration is damaged', config.error);
  if (![undefined, 'espeak'].includes(config.data.phoneme_type)) {
    throw unusable(`it needs the phonemes '${config.data.phoneme_type}'`);
  }
  await writeFile(path.join(folder, 'tokens.txt'), tokensOf(config.data));
  await appendFile(path.join(folder, 'model.onnx'), metadataFields(metadataOf(config.data)));
}

function unusable(reason: string, cause?: unknown): AudiobookError {
  return new AudiobookError('download-failed', `The Piper voice cannot be used: ${reason}.`, { cause });
}

function metadataOf(config: PiperConfig): Readonly<Record<string, string | number>> {
  const code = config.lang_code ?? config.espeak?.voice ?? 'en-us';
  const voice = code === 'pt-PT' ? 'pt' : code;
  return {
    model_type: 'vits',
    comment: 'piper',
    language: config.language?.name_english ?? voice,
    voice,
    version: 1,
    has_espeak: 1,
    has_g2pw: 0,
    n_speakers: config.num_speakers,
    // Some configurations have this slip of the pen.
    sample_rate: config.audio.sample_rate === 22_500 ? 22_050 : config.audio.sample_rate,
  };
}

/** One token and its number a line. The engine cannot read a line break as a token. */
function tokensOf({ phoneme_id_map: ids }: PiperConfig): string {
  return Object.entries(ids)
    .filter(([token]) => token !== '\n')
    .map(([token, id]) => `${token} ${typeof id === 'number' ? id : id[0]}\n`)
    .join('');
}

/** `metadata_props` in ONNX's ModelProto. */
const metadataProps = 14;

function metadataFields(metadata: Readonly<Record<string, string | number>>): Buffer {
  const fields = Object.entries(metadata).map(([key, value]) =>
    bytesField(metadataProps, Buffer.concat([bytesField(1, key), bytesField(2, String(value))])),
  );
  return Buffer.concat(fields);
}
