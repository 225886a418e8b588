import { writeTagged } from '../encoding/tagged-file.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { pictureBlock } from '../vorbis/picture-block.ts';
import { vorbisComment } from '../vorbis/vorbis-comment.ts';
import { flacBlockTypes, flacHead } from './flac-block.ts';
import { readFlacHead } from './flac-head.ts';

/** Writes a FLAC file with the frames of another one and these tags. */
export async function writeFlac(source: string, tagged: TaggedFile): Promise<void> {
  const { streamInfo, end } = await readFlacHead(source);
  const { streamInfo: infoType, comment, picture } = flacBlockTypes;
  const head = flacHead([
    { type: infoType, content: streamInfo },
    { type: comment, content: vorbisComment(tagged) },
    ...(tagged.cover === undefined ? [] : [{ type: picture, content: pictureBlock(tagged.cover) }]),
  ]);
  await writeTagged(tagged, head, { path: source, range: [end, Infinity] });
}
