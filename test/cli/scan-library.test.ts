import { describe, expect, it } from 'vitest';
import { libraryAddress, scanLibrary } from '../../src/cli/notices/scan-library.ts';
import { json, startServer } from '../helpers/servers/faulty-server.ts';
import type { FakeResponse } from '../helpers/servers/faulty-server.ts';

const { signal } = new AbortController();

/** Starts a server with the API of Audiobookshelf 2: its libraries, and the scan of one. */
async function startAudiobookshelf() {
  const requests: string[] = [];
  const server = await startServer(({ method, url, headers }): FakeResponse => {
    requests.push(`${method} ${url}`);
    if (headers.authorization !== 'Bearer key') return { status: 401, body: 'Unauthorized' };
    if (url === '/books/api/libraries') {
      return json(200, { libraries: [{ id: 'lib_1', name: 'Audio Books', mediaType: 'book', folders: [] }] });
    }
    return url === '/books/api/libraries/lib_1/scan' ? { body: 'OK' } : { status: 404, body: 'Not Found' };
  });
  return { ...server, requests, host: new URL(server.url).host };
}

async function scan(address: string, token = 'key'): Promise<void> {
  const library = libraryAddress(address);
  if (library) await scanLibrary(library, token, signal);
}

describe('--notify audiobookshelf://', () => {
  it.each(['audio%20books', 'lib_1'])('has the library scanned: %s', async (name) => {
    await using server = await startAudiobookshelf();
    await scan(`audiobookshelf://${server.host}/books/${name}`);
    expect(server.requests).toEqual(['GET /books/api/libraries', 'POST /books/api/libraries/lib_1/scan']);
  });

  it('says what to do when it cannot', async () => {
    await using server = await startAudiobookshelf();
    const at = `audiobookshelf://${server.host}/books`;
    await expect(scan(`${at}/Music`)).rejects.toThrow("has no library 'Music'. It has 'Audio Books'.");
    await expect(scan(`${at}/lib_1`, 'wrong')).rejects.toThrow(
      'answered 401. Set AUDIOBOOKSHELF_TOKEN to an API key of an administrator.',
    );
    await expect(scan(`audiobookshelf://${server.host}/lib_1`)).rejects.toThrow(
      'answered 404. Scan the library on its page.',
    );
    await server[Symbol.asyncDispose]();
    await expect(scan(`${at}/lib_1`)).rejects.toThrow(/cannot be reached \([\w ,]+\)\. Scan the library/u);
  });

  it.each([
    ['audiobookshelf://nas:13378/Books', { server: 'http://nas:13378', library: 'Books' }],
    ['audiobookshelf://abs.example/Books', { server: 'https://abs.example', library: 'Books' }],
    ['audiobookshelf+https://abs.example:8443/a/b', { server: 'https://abs.example:8443/a', library: 'b' }],
    ['curl audiobookshelf://nas', undefined],
    ['', undefined],
  ])('%s is %j', (text, address) => {
    expect(libraryAddress(text)).toEqual(address);
  });

  it.each(['audiobookshelf://', 'audiobookshelf://nas:13378', 'audiobookshelf://nas:99999/x'])(
    'needs a library: %s',
    (text) => {
      expect(() => libraryAddress(text)).toThrow('names no library of Audiobookshelf');
    },
  );
});
