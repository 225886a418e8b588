import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { Budget } from '../costs/budget.ts';
import type { RunBook } from '../read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import { castVoices } from '../synthesis/cast-voices.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import { readCast } from './cast-source.ts';
import type { Casting } from './casting.ts';
import { voiceWith } from './guest-voices.ts';

/** The parts of a request that decide on the voices of a run. */
export type CastRequest = Pick<
  ConversionRequest,
  'castSource' | 'voice' | 'language' | 'languageSwitch' | 'model' | 'llmBaseUrl'
>;

/** The tools a cast is opened with. */
export interface CastTools extends Pick<ConversionTools, 'settings' | 'signal'> {
  readonly chosen: Pick<ConversionTools['chosen'], 'provider'>;
  /** Keeps the answers of the model. */
  readonly store: Pick<SegmentStore, 'folder'>;
  /** The limit for the cost of the model's answers. */
  readonly budget?: Budget | undefined;
  /** Whether nothing is to be made: no model is asked who speaks, and a missing voice is no failure. Default: `false`. */
  readonly isPlanOnly?: boolean | undefined;
}

/** The voices of a run, and its cast when there is one. */
export interface OpenCast {
  readonly voices: VoiceCast;
  readonly casting?: Casting | undefined;
}

/** What is spoken in a run. */
interface SpokenBook {
  readonly run: RunBook;
  /** BCP-47 code of the speech. */
  readonly language: string;
  /** Voices by role that scripts have. */
  readonly roles?: ReadonlyMap<string, string> | undefined;
}

/**
 * Chooses the voices of a run and, on request, finds out who speaks. Throws as `castVoices`, `readCast` and `castRun` do.
 */
export async function openCast(
  request: CastRequest,
  { run, language, roles: given }: SpokenBook,
  tools: CastTools,
  log: RunLog,
): Promise<OpenCast> {
  const { castSource, languageSwitch } = request;
  const { chosen, signal } = tools;
  const { provider } = chosen;
  const read = castSource && (await readCast(castSource));
  const roles = new Map(given);
  const voice = request.voice ?? voiceWith(read?.cast.narrator, provider.id);
  const voices = await castVoices(provider, { voice, language, languageSwitch, roles, signal, warn: log.warn });
  await voices.prepare([...roles.keys()].map((role) => ({ role })));
  if (!read) return { voices };
  const { castRun } = await import('./cast-run.ts');
  const casting = await castRun(request, { read, run, language, narrator: voices.main.voice }, tools, log);
  for (const [role, own] of casting.roles) roles.set(role, own);
  await voices.prepare([...roles.keys()].map((role) => ({ role })));
  return { voices, casting };
}
