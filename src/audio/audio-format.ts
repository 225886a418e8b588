/** Formats of audio files. */
export const audioFormats = ['mp3', 'm4b', 'opus', 'flac', 'wav'] as const;
/** One of `audioFormats`. */
export type AudioFormat = (typeof audioFormats)[number];

/** Layouts of a book: one file with chapter marks, or a folder with one file per chapter. */
export const audioLayouts = ['one-file', 'chapters'] as const;
/** One of `audioLayouts`. */
export type AudioLayout = (typeof audioLayouts)[number];
