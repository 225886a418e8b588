import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An image that PDF.js has decoded. */
export interface PreparedPixels {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
  readonly data: Uint8Array;
  /** The object that it comes from, `12R`. */
  readonly ref: string | undefined;
}

/** Waits for an image of a page whose drawing is prepared. Undefined when it could not be decoded. */
export async function preparedPixels(page: PDFPageProxy, pixels: unknown): Promise<PreparedPixels | undefined> {
  return toPixels(typeof pixels === 'string' ? await named(page, pixels) : pixels);
}

async function named(page: PDFPageProxy, name: string): Promise<unknown> {
  // An image on many pages belongs to the document.
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return await new Promise((resolve) => {
    objects.get(name, resolve);
  });
}

function toPixels(given: unknown): PreparedPixels | undefined {
  const parts = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const [data, ref] = [parts.get('data'), parts.get('ref')];
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const [width, height, kind] = ['width', 'height', 'kind'].map((name) => Number(parts.get(name)));
  if (!width || !height || !kind) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, kind, data: bytes, ref: typeof ref === 'string' ? ref : undefined };
}
