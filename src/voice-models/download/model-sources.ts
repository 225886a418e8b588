import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidValue } from '../../core/errors.ts';
import type { Setting } from '../../core/settings.ts';

/** A source of the files of models that replaces the addresses of the catalogue. */
export const modelMirrorSetting: Setting = {
  name: 'AUDIOBOOK_MODEL_MIRROR',
  description: 'address or folder that the files of natural voices come from; unset: the addresses of the catalogue',
};

/** A place to read a file from. */
export type ModelSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'address'; readonly url: URL; readonly isMirror: boolean };

/** A file of a model. */
export interface SourcedFile {
  readonly url: string;
  readonly path: string;
}

/**
 * Returns the places to read a file of a model from, to be tried in this order. A mirror has it at the path of its address
 * (`<mirror>/owner/model/resolve/…`) or as `<mirror>/<id of the model>/<path>`. Throws `bad-value` for a bad mirror.
 */
export function modelSources(file: SourcedFile, modelId: string, mirror: string | undefined): readonly ModelSource[] {
  const address = new URL(file.url);
  if (mirror === undefined) return [{ kind: 'address', url: address, isMirror: false }];
  const places = [address.pathname.slice(1), `${modelId}/${file.path}`];
  const base = mirrorAddress(mirror);
  if (base === undefined) {
    const folder = mirror.startsWith('file:') ? fileURLToPath(mirror) : path.resolve(mirror);
    return places.map((place) => ({ kind: 'file', file: path.join(folder, place) }));
  }
  return places.map((place) => ({ kind: 'address', url: new URL(place, base), isMirror: true }));
}

/** Returns the address of a mirror, or undefined for a folder. */
function mirrorAddress(mirror: string): URL | undefined {
  if (!/^https?:/iu.test(mirror)) {
    if (/^[a-z][a-z\d+.-]+:\/\//iu.test(mirror) && !mirror.startsWith('file:')) throw badMirror(mirror);
    return undefined;
  }
  const url = URL.parse(mirror.endsWith('/') ? mirror : `${mirror}/`);
  if (url === null) throw badMirror(mirror);
  return url;
}

function badMirror(mirror: string): Error {
  return invalidValue(modelMirrorSetting.name, mirror, 'an http or https address, or a folder');
}
