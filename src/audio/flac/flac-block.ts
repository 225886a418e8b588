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

/** Returns the blocks before the frames of a FLAC file. A block has at most 16 MiB. */
export function flacHead(blocks: readonly Block[]): Buffer {
  const parts = blocks.flatMap(({ type, content }, index) => {
    const head = Buffer.alloc(blockHeadBytes);
    head.writeUInt8(type | (index === blocks.length - 1 ? lastFlag : 0));
    head.writeUIntBE(content.length, 1, 3);
    return [head, content];
  });
  return Buffer.concat([Buffer.from(flacMarker, 'latin1'), ...parts]);
}
