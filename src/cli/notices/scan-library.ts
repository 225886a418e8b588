import { AudiobookError } from '../../core/errors.ts';
import { connectionReason } from '../../core/http/failed-response.ts';
import { fetchFollowing } from '../../core/http/fetch-following.ts';
import { fieldOf } from '../../core/http/field-of.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { decodePercent } from '../../core/strings/decode-percent.ts';

/** A library of an Audiobookshelf server. */
export interface LibraryAddress {
  /** `http://nas:13378`, with the folder of a server below another one. */
  readonly server: string;
  /** Its name or id. */
  readonly library: string;
}

const scheme = /^audiobookshelf(?:\+(https?))?:\/\//iu;
const answerMs = 30_000;

/**
 * Returns the library that an address such as `audiobookshelf://nas:13378/Audiobooks` names, or undefined for a command. Without a
 * port the server is reached by https, as behind a proxy; `audiobookshelf+https://` says so with one. Throws `bad-value`.
 */
export function libraryAddress(text: string): LibraryAddress | undefined {
  const [start, asked] = scheme.exec(text) ?? [];
  if (start === undefined) return undefined;
  const rest = text.slice(start.length);
  const url = URL.parse(`${asked ?? (/^[^/]*:\d+(?:\/|$)/u.test(rest) ? 'http' : 'https')}://${rest}`);
  const [library = '', ...folders] = (url?.pathname ?? '')
    .split('/')
    .filter((part) => part !== '')
    .toReversed();
  if (url === null || library === '') {
    const expected = 'audiobookshelf://host:13378/library';
    throw new AudiobookError('bad-value', `--notify ${text} names no library of Audiobookshelf. Expected ${expected}.`);
  }
  return { server: [url.origin, ...folders.toReversed()].join('/'), library: decodePercent(library) };
}

/** Asks Audiobookshelf to look for new books in a library. Throws `provider-failed` with what to do. */
export async function scanLibrary(
  { server, library }: LibraryAddress,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (place: string, method: 'GET' | 'POST'): Promise<string> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const init = { method, headers: { authorization: `Bearer ${token}` }, signal: limited };
    const response = await fetchFollowing(`${server}${place}`, init).catch((thrown: unknown) => {
      throw failed(`${server} cannot be reached (${connectionReason(thrown)})`, 'Scan the library on its page');
    });
    const body = await response.text();
    if (response.ok) return body;
    const isRefused = response.status === 401 || response.status === 403;
    const next = isRefused
      ? 'Set AUDIOBOOKSHELF_TOKEN to an API key of an administrator'
      : 'Scan the library on its page';
    throw failed(`${server} answered ${response.status}`, next);
  };
  const libraries = librariesIn(await ask('/api/libraries', 'GET'));
  const wanted = library.toLowerCase();
  const found = libraries.find(({ id, name }) => id === library || name.toLowerCase() === wanted);
  if (!found) {
    const names = libraries.map(({ name }) => `'${name}'`).join(', ');
    throw failed(
      `${server} has no library '${library}'`,
      names === '' ? 'Is it an Audiobookshelf?' : `It has ${names}`,
    );
  }
  await ask(`/api/libraries/${encodeURIComponent(found.id)}/scan`, 'POST');
}

function failed(reason: string, next: string): AudiobookError {
  return new AudiobookError('provider-failed', `${reason}. ${next}.`);
}

function librariesIn(body: string): readonly { readonly id: string; readonly name: string }[] {
  const listed = fieldOf(parseJson(body), 'libraries');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) => {
    const [id, name] = [fieldOf(entry, 'id'), fieldOf(entry, 'name')];
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
}
