import { writeTagged } from '../encoding/tagged-file.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { id3Tag } from '../mp3/id3-tag.ts';
import { id3TagBytes } from '../mp3/id3-tag-bytes.ts';

/** Writes an MP3 with another ID3v2 tag. The frames behind the tag are copied. Throws as `openMp3Encoding` does. */
export async function retagMp3(content: TaggedFile): Promise<void> {
  const { path } = content;
  const start = await id3TagBytes(path);
  await writeTagged(content, await id3Tag(content), { path, range: [start, Infinity] });
}
