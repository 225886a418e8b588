import type { Settings } from '../../core/settings.ts';
import type { RunBook } from '../read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import { castVoices } from '../synthesis/cast-voices.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import type { ChosenProvider } from '../tools/choose-provider.ts';
import type { CastRequest, CastTools } from './cast-request.ts';
import { readCast } from './cast-source.ts';
import type { Casting } from './casting.ts';
import { voiceWith, withGuestVoices } from './guest-voices.ts';

/** The voices of a run, and its cast when there is one. */
export interface OpenCast {
  readonly voices: VoiceCast;
  readonly casting?: Casting | undefined;
}

/**
 * Chooses the voices of a run and, on request, finds out who speaks. Throws as `castVoices`, `readCast` and `castRun` do.
 */
export async function openCast(
  request: CastRequest,
  {
    run,
    language,
    roles: given,
  }: { readonly run: RunBook; readonly language: string; readonly roles?: ReadonlyMap<string, string> | undefined },
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

/** Returns the tools of a run with the voices of other providers that the cast names. Disposing closes these. */
export async function toolsWithGuests<
  Tools extends { readonly chosen: ChosenProvider; readonly settings: Settings; readonly signal: AbortSignal },
>(
  tools: Tools,
  { castSource }: CastRequest,
  warn: (message: string) => void,
): Promise<{ readonly tools: Tools } & AsyncDisposable> {
  if (!castSource) return { tools, [Symbol.asyncDispose]: closeNothing };
  const { cast } = await readCast(castSource);
  const { provider: own } = tools.chosen;
  const provider = await withGuestVoices(own, cast, { ...tools, warn });
  if (provider === own) return { tools, [Symbol.asyncDispose]: closeNothing };
  return {
    tools: { ...tools, chosen: { ...tools.chosen, provider } },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

async function closeNothing(): Promise<void> {
  await Promise.resolve();
}
