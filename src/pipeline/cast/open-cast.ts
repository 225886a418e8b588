import type { RunBook } from '../read/read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import { castVoices } from './cast-voices.ts';
import type { VoiceCast } from './cast-voices.ts';
import type { CastRequest, CastTools } from './cast-run.ts';
import { readCast } from './cast-source.ts';
import type { Casting } from './casting.ts';
import { voiceWith } from './guest-voices.ts';
import type { OpenNarration } from '../script/open-narration.ts';

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

/** Returns a narration whose scripts name who speaks. */
export function withRoles(narration: OpenNarration, { chosen }: RunBook, casting: Casting): OpenNarration {
  return {
    ...narration,
    known: async () =>
      (await narration.known()).map(({ title, blocks }, place) => {
        const index = chosen[place]?.index;
        return { title, blocks: blocks && index !== undefined ? casting.cast(index, blocks) : blocks };
      }),
    async *chapters() {
      for await (const chapter of narration.chapters()) {
        const { index, blocks } = chapter;
        yield { ...chapter, blocks: casting.cast(index, blocks) };
      }
    },
  };
}
