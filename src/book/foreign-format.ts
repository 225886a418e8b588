/** Kinds of books and documents that are not read, by their first bytes as Latin-1 and where these are. */
const signatures: readonly (readonly [kind: string, signature: string, offset: number])[] = [
  ['a Kindle book (MOBI, AZW or AZW3)', 'BOOKMOBI', 60],
  ['a PalmDoc book', 'TEXtREAd', 60],
  ['an eReader book', 'PNRdPPrs', 60],
  ['a Kindle book (KFX)', 'CONT\u0002\u0000', 0],
  ['a Kindle book with DRM (KFX)', '\u00EADRMION\u00EE', 0],
  ['a Topaz book (AZW1, TPZ)', 'TPZ', 0],
  ['an RTF document', String.raw`{\rtf`, 0],
  [
    'a Microsoft Word document of before 2007 (DOC) or another OLE file',
    '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1',
    0,
  ],
  ['a DjVu book', 'AT&TFORM', 0],
  ['a CHM help file', 'ITSF', 0],
  ['a Microsoft Reader book (LIT)', 'ITOLITLS', 0],
  ['a Sony book (LRF)', 'L\u0000R\u0000F\u0000', 0],
  ['a Rocket eBook (RB)', '\u00B0\u000C\u00B0\u000C', 0],
  ['a comic book (CBR) or another RAR archive', 'Rar!\u001A\u0007', 0],
  ['a comic book (CB7) or another 7-Zip archive', "7z\u00BC\u00AF'\u001C", 0],
  ['a PostScript file', '%!PS', 0],
];

/** Returns what a file is that begins like a book of a kind that is not read; undefined for other files. */
export function foreignFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 128)).toString('latin1');
  return signatures.find(([, signature, offset]) => start.startsWith(signature, offset))?.[0];
}
