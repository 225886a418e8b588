import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { httpJson } from '../call/http-call.ts';

/** A recording whose voice is to be spoken with, as the model's own call takes it. */
export interface VoiceReference {
  /** For a segment's address. */
  readonly hash: string;
  readonly fields: { readonly ref_audio: string; readonly ref_text?: string };
}

/** Reads a recording. Throws `file-not-found`. */
export async function readVoiceReference(file: string, spokenText: string | undefined): Promise<VoiceReference> {
  try {
    const audio = await readFile(file);
    const hash = createHash('sha256')
      .update(audio)
      .update(spokenText ?? '')
      .digest('hex');
    return {
      hash,
      fields: { ref_audio: audio.toString('base64'), ...(spokenText !== undefined && { ref_text: spokenText }) },
    };
  } catch (cause) {
    const message = `QWEN_TTS_REFERENCE names a file that cannot be read (${systemCode(cause)}): ${file}`;
    throw new AudiobookError('file-not-found', message, { cause });
  }
}

/** Throws `provider-failed` when the server's own description of `/tts` knows no reference: it would speak with another voice, silently. */
export async function requireCloning(description: string, who: string, signal: AbortSignal): Promise<void> {
  const described = JSON.stringify(await httpJson(description, { who, signal }));
  if (described.includes('"ref_audio"')) return;
  throw new AudiobookError('provider-failed', `${who} does not offer voice cloning; unset QWEN_TTS_REFERENCE.`);
}
