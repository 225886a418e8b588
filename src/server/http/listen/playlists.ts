import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hlsPlaylist, readStreamIndex, streamIndexPath } from '../../../pipeline/encode/stream-index.ts';
import type { StreamIndex } from '../../../pipeline/encode/stream-index.ts';

/** A playlist as it is sent. */
export interface Playlist {
  readonly index: StreamIndex;
  readonly text: string;
  readonly packed: Buffer;
}

/** Streams that are remembered. */
const maxStreams = 100;

/** The playlists of streams. Each is made once per segment, however many listen. */
export class Playlists {
  readonly #known = new Map<string, { readonly version: string; readonly playlist: Promise<Playlist | undefined> }>();

  /** Returns the playlist of the stream in a folder. Undefined when there is none, or nothing can be heard yet. */
  async of(folder: string, { prefix, ended }: { prefix: string; ended: boolean }): Promise<Playlist | undefined> {
    const found = await stat(streamIndexPath(folder)).catch(() => undefined);
    if (!found) return undefined;
    const version = `${found.ino}:${found.size}:${found.mtimeMs}:${ended}`;
    const known = this.#known.get(folder);
    if (known?.version === version) return await known.playlist;
    const playlist = makePlaylist(folder, { prefix, ended });
    playlist.catch(() => undefined);
    this.#known.delete(folder);
    this.#known.set(folder, { version, playlist });
    for (const oldest of [...this.#known.keys()].slice(0, -maxStreams)) this.#known.delete(oldest);
    return await playlist;
  }
}

async function makePlaylist(
  folder: string,
  options: { prefix: string; ended: boolean },
): Promise<Playlist | undefined> {
  const index = await readStreamIndex(folder);
  if (!index || index.segments.length === 0) return undefined;
  const text = hlsPlaylist(index, options);
  return { index, text, packed: await promisify(gzip)(text) };
}
