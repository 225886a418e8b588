import type { Sharp, SharpOptions } from 'sharp';

/** Opens a picture: its bytes, or the path of its file. */
export type CreateSharp = (input: Uint8Array | string, options: SharpOptions) => Sharp;

/** Returns sharp, which is optional; undefined when it is not installed, or has no binary for this platform. */
export async function loadSharp(): Promise<CreateSharp | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return sharp;
  } catch {
    return undefined;
  }
}
