import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { httpJson } from '../call/http-call.ts';

/** Recording of a voice to clone. */
export interface VoiceReference {
  /** Part of a segment's address. */
  readonly hash: string;
  /** Fields of the request. */
  readonly fields: { readonly ref_audio: string; readonly ref_text?: string | undefined };
}

/** Reads a recording and the text spoken in it. Throws `file-not-found`. */
export async function readVoiceReference(file: string, spokenText: string | undefined): Promise<VoiceReference> {
  try {
    const audio = await readFile(file);
    const hash = createHash('sha256')
      .update(audio)
      .update(spokenText ?? '')
      .digest('hex');
    return {
      hash,
      fields: { ref_audio: audio.toString('base64'), ref_text: spokenText },
    };
  } catch (cause) {
    const message = `QWEN_TTS_REFERENCE names a file that cannot be read (${systemCode(cause)}): ${file}`;
    throw new AudiobookError('file-not-found', message, { cause });
  }
}

/** Throws `provider-failed` when a server's API does not offer cloning: it would ignore the recording and use another voice. */
export async function requireCloning(description: string, serviceName: string, signal: AbortSignal): Promise<void> {
  const described = JSON.stringify(await httpJson(description, { serviceName, signal }));
  if (described.includes('"ref_audio"')) return;
  throw new AudiobookError('provider-failed', `${serviceName} does not offer voice cloning. Unset QWEN_TTS_REFERENCE.`);
}
