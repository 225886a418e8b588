import { ffmpegSetting } from '../../audio/ffmpeg/find-ffmpeg.ts';
import { probeSystemFfmpeg } from '../../audio/ffmpeg/locate-ffmpeg.ts';
import type { SettingSource } from '../../core/settings.ts';

/** Starts to look for ffmpeg while the program loads, until `signal`. */
export function prepareFfmpeg(environment: SettingSource, signal: AbortSignal): void {
  if ((environment[ffmpegSetting.name] ?? '') === '') probeSystemFfmpeg(signal);
}
