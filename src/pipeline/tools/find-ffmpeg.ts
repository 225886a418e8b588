import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { locateFfmpeg } from '../../audio/ffmpeg/locate-ffmpeg.ts';
import type { Settings } from '../../core/settings.ts';
import { ffmpegSetting } from './settings.ts';

/** Locates ffmpeg: the configured program, else the PATH, else the bundled one. Throws `tool-missing`. */
export async function findFfmpeg(settings: Settings): Promise<Ffmpeg> {
  const ffmpegPath = settings.get(ffmpegSetting);
  return await locateFfmpeg(ffmpegPath === undefined ? {} : { ffmpegPath });
}
