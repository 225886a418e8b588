/** A kind of books that is not read by this program itself. */
export interface ForeignFormat {
  /** With its article. */
  readonly kind: string;
  /** By which calibre knows the kind; undefined where it does not read it. */
  readonly extension?: string | undefined;
}

/** The bytes of a file that tell a kind. */
export const startBytes = 128;

type Signature = readonly [kind: string, signature: string, offset: number, extension?: string];

/** By their first bytes as Latin-1 and where these are. */
const signatures: readonly Signature[] = [
  ['a Kindle book (MOBI, AZW or AZW3)', 'BOOKMOBI', 60, 'mobi'],
  ['a PalmDoc book', 'TEXtREAd', 60, 'pdb'],
  ['an eReader book', 'PNRdPPrs', 60, 'pdb'],
  ['a Kindle book (KFX)', 'CONT\u0002\u0000', 0],
  ['a Kindle book with DRM (KFX)', '\u00EADRMION\u00EE', 0],
  ['a Topaz book (AZW1, TPZ)', 'TPZ', 0],
  ['an RTF document', String.raw`{\rtf`, 0, 'rtf'],
  [
    'a Microsoft Word document of before 2007 (DOC) or another OLE file',
    '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1',
    0,
  ],
  ['a DjVu book', 'AT&TFORM', 0, 'djvu'],
  ['a CHM help file', 'ITSF', 0, 'chm'],
  ['a Microsoft Reader book (LIT)', 'ITOLITLS', 0, 'lit'],
  ['a Sony book (LRF)', 'L\u0000R\u0000F\u0000', 0, 'lrf'],
  ['a Rocket eBook (RB)', '\u00B0\u000C\u00B0\u000C', 0, 'rb'],
  ['a comic book (CBR) or another RAR archive', 'Rar!\u001A\u0007', 0, 'cbr'],
  ['a comic book (CB7) or another 7-Zip archive', "7z\u00BC\u00AF'\u001C", 0, 'cb7'],
  ['a PostScript file', '%!PS', 0],
];

/** Returns what a file is that begins like a book of a kind that is not read; undefined for other files. */
export function foreignFormat(bytes: Uint8Array): ForeignFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, startBytes)).toString('latin1');
  const found = signatures.find(([, signature, offset]) => start.startsWith(signature, offset));
  return found && { kind: found[0], extension: found[3] };
}
