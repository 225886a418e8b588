import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { packageRoot } from '../../../core/package-root.ts';

/** Place of each resource in `resources.bin`, by path: its offset and its length in bytes. */
type ResourceIndex = Readonly<Record<string, readonly [offset: number, length: number]>>;

let index: ResourceIndex | undefined;

/**
 * Options of PDF.js that read its character maps, fonts and image decoders from the two files into which
 * `scripts/build.mjs` packs them.
 */
export const pdfjsResources = {
  cMapUrl: 'cmaps/',
  cMapPacked: true,
  CMapReaderFactory: function CMapReader({ baseUrl }: { readonly baseUrl: string }) {
    return {
      fetch: async ({ name }: { readonly name: string }) => ({
        cMapData: await readResource(`${baseUrl}${name}.bcmap`),
        isCompressed: true,
      }),
    };
  },
  standardFontDataUrl: 'standard_fonts/',
  StandardFontDataFactory: FileReader,
  wasmUrl: 'wasm/',
  WasmFactory: FileReader,
};

function FileReader({ baseUrl }: { readonly baseUrl: string }) {
  return {
    fetch: async ({ filename }: { readonly filename: string }) => await readResource(`${baseUrl}${filename}`),
  };
}

async function readResource(path: string): Promise<Uint8Array> {
  const folder = new URL('dist/pdfjs/', packageRoot());
  const place = (index ??= readIndex(folder))[path];
  if (place === undefined) throw new Error(`PDF.js has no resource ${path}.`);
  const [offset, length] = place;
  await using file = await open(new URL('resources.bin', folder));
  const { buffer } = await file.read(new Uint8Array(length), 0, length, offset);
  return buffer;
}

function readIndex(folder: URL): ResourceIndex {
  return JSON.parse(readFileSync(new URL('resources.json', folder), 'utf8'));
}
