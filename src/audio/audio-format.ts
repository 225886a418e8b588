/** Formats of audio files. */
export const audioFormats = ['mp3', 'm4b', 'opus', 'flac', 'wav'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** One file with chapter marks, or a folder with one file per chapter. */
export const audioLayouts = ['one-file', 'chapters'] as const;
export type AudioLayout = (typeof audioLayouts)[number];
