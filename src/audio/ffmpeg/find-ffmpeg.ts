import type { Settings, Setting } from '../../core/settings.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { locateFfmpeg } from './locate-ffmpeg.ts';

/** Locates ffmpeg: the configured program, otherwise the PATH, otherwise the bundled one. Throws `tool-missing`. */
export async function findFfmpeg(settings: Settings): Promise<Ffmpeg> {
  const ffmpegPath = settings.get(ffmpegSetting);
  return await locateFfmpeg(ffmpegPath === undefined ? {} : { ffmpegPath });
}

/** Path of ffmpeg, when it is not the one on the PATH. */
export const ffmpegSetting: Setting = {
  name: 'FFMPEG_PATH',
  description: 'ffmpeg to use, from the environment or the configuration folder only; unset: the one on the PATH',
  isProgram: true,
};
