import { AudiobookError } from '../../core/errors.ts';

/** The first bytes of a FLAC file. Blocks follow (RFC 9639, 8). */
export const flacMarker = 'fLaC';

/** Of each block: whether it is the last one and its type, and its length. */
export const blockHeadBytes = 4;
export const lastFlag = 0x80;

/** Types of blocks. */
export const flacBlockTypes = { streamInfo: 0, application: 2, comment: 4, picture: 6 } as const;

/** Content of a block. */
interface Block {
  readonly type: number;
  readonly content: Uint8Array;
}

/** The length of a block has 24 bits. */
const maxBlockBytes = 2 ** 24 - 1;

/** Returns the blocks before the frames of a FLAC file. Throws `bad-value` for more tags, or a larger picture, than a block can hold. */
export function flacHead(blocks: readonly Block[]): Buffer {
  const parts = blocks.flatMap(({ type, content }, index) => {
    if (content.length > maxBlockBytes) {
      const what = type === flacBlockTypes.picture ? 'cover' : 'tags';
      const size = (content.length / 2 ** 20).toFixed(1);
      throw new AudiobookError(
        'bad-value',
        `The ${what} of a FLAC file can have at most 16 MiB, but here ${size} MiB.`,
      );
    }
    const head = Buffer.alloc(blockHeadBytes);
    head.writeUInt8(type | (index === blocks.length - 1 ? lastFlag : 0));
    head.writeUIntBE(content.length, 1, 3);
    return [head, content];
  });
  return Buffer.concat([Buffer.from(flacMarker, 'latin1'), ...parts]);
}
