import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { commitFile } from '../encoding/audio-encoding.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { joinFile } from '../encoding/join-file.ts';
import { id3Tag } from '../mp3/id3-tag.ts';
import { id3TagBytes } from '../mp3/id3-tag-bytes.ts';

/** Writes an MP3 with another ID3v2 tag. The frames behind the tag are copied. Throws as `openMp3Encoding` does. */
export async function retagMp3(content: TaggedFile): Promise<void> {
  const { path, signal, commit = commitFile } = content;
  const start = await id3TagBytes(path);
  await using file = await openAtomicFile(path);
  await joinFile(file, await id3Tag(content), { path, range: [start, Infinity] }, signal);
  await commit(file);
}
