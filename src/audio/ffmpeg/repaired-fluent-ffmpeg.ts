/* oxlint-disable no-underscore-dangle -- the names are fluent-ffmpeg's */
import type { FfmpegCommand } from 'fluent-ffmpeg';

type EndCallback = (error: Error | null, stdout?: LinesRing, stderr?: LinesRing) => void;
type Spawn = (args: string[], options: object, onProcess: (...parts: unknown[]) => void, onEnd: EndCallback) => void;

interface LinesRing {
  get(): string;
}

/** What fluent-ffmpeg 2.1.3 (archived, so this cannot move) keeps to itself and does wrong. */
interface Innards {
  _spawnFfmpeg: Spawn;
  _getFfmpegPath(callback: (error: null, path: string) => void): void;
  _checkCapabilities(callback: () => void): void;
  availableEncoders(callback: (error: null, encoders: object) => void): void;
}

const NO_LINES: LinesRing = { get: () => '' };

/**
 * A command that runs one certain program. Without this, fluent-ffmpeg keeps one path for the whole process, starts the
 * program two more times to ask what it can do, and throws an uncaught TypeError when it cannot be started.
 */
export function repaired(command: FfmpegCommand, path: string): FfmpegCommand {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave out what it keeps to itself
  const innards = command as unknown as Innards;
  const spawn = innards._spawnFfmpeg.bind(command);
  innards._getFfmpegPath = (callback) => callback(null, path);
  innards._checkCapabilities = (callback) => callback();
  innards.availableEncoders = (callback) => callback(null, {});
  innards._spawnFfmpeg = (args, options, onProcess, onEnd) =>
    spawn(args, options, onProcess, (error, stdout = NO_LINES, stderr = NO_LINES) => onEnd(error, stdout, stderr));
  return command;
}
