/** Formats of audio files. */
export const audioFormats = ['mp3', 'm4b', 'opus', 'flac', 'wav'] as const;
/** One of `audioFormats`. */
export type AudioFormat = (typeof audioFormats)[number];

/**
 * Other endings of file names by the format that is written under them: `.m4a` and `.aac` hold the same MP4 file with AAC as
 * `.m4b`; `.ogg` and `.oga` are Ogg files (RFC 5334), here with Opus.
 */
export const otherEndings: ReadonlyMap<string, AudioFormat> = new Map([
  ['m4a', 'm4b'],
  ['mp4', 'm4b'],
  ['aac', 'm4b'],
  ['ogg', 'opus'],
  ['oga', 'opus'],
]);

/** Formats of the audio inside a read-along: the two that every reader of EPUB 3 plays (EPUB 3.3, core media types). */
export const clipFormats = ['aac', 'mp3'] as const;
/** One of `clipFormats`. */
export type ClipFormat = (typeof clipFormats)[number];

/** Media type of the files of each clip format. */
export const clipTypes = { aac: 'audio/mp4', mp3: 'audio/mpeg' } as const satisfies Record<ClipFormat, string>;

/** Layouts of a book: one file with chapter marks, or a folder with one file per chapter. */
export const audioLayouts = ['one-file', 'chapters'] as const;
/** One of `audioLayouts`. */
export type AudioLayout = (typeof audioLayouts)[number];
