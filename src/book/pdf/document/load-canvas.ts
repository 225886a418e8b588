import { AudiobookError } from '../../../core/errors.ts';

/** Returns the package that draws, which is optional. Throws `tool-missing` without it; `user` is what needs it, for the message. */
export async function loadCanvas(user: string) {
  try {
    return await import('@napi-rs/canvas');
  } catch (cause) {
    throw new AudiobookError(
      'tool-missing',
      `${user} needs the optional package @napi-rs/canvas: npm install @napi-rs/canvas.`,
      { cause },
    );
  }
}
