import type { Setting } from '../../core/settings.ts';

/** Path of ffmpeg, when it is not the one on the PATH. */
export const ffmpegSetting: Setting = {
  name: 'FFMPEG_PATH',
  description: 'ffmpeg to use, from the environment or the configuration folder only; unset: the one on the PATH',
  isProgram: true,
};
