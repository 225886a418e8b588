import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { locateFfmpeg, probeSystemFfmpeg } from '../../audio/ffmpeg/locate-ffmpeg.ts';
import type { SettingSource, Settings, Setting } from '../../core/settings.ts';

/** Starts to look for ffmpeg while the program loads, until `signal`. */
export function prepareFfmpeg(environment: SettingSource, signal: AbortSignal): void {
  if ((environment[ffmpegSetting.name] ?? '') === '') probeSystemFfmpeg(signal);
}

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
