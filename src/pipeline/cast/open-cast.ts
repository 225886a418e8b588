import { applyOperations } from '../../narration/direction/apply-operations.ts';
import type { Block } from '../../core/book.ts';
import type { KnownChapter } from '../../narration/narration.ts';
import type { RunBook } from '../read/read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import { castVoices } from './cast-voices.ts';
import type { VoiceCast } from './cast-voices.ts';
import { directChosen, openRunDirection } from './cast-run.ts';
import type { CastRequest, CastTools, RunDirection } from './cast-run.ts';
import { makeCasting } from './casting.ts';
import type { Casting } from './casting.ts';
import { voiceWith } from './guest-voices.ts';
import type { OpenNarration } from '../script/open-narration.ts';

/** The voices of a run, its cast and its direction when there are any, and what is known of its chapters. */
export interface OpenCast {
  readonly voices: VoiceCast;
  readonly casting?: Casting | undefined;
  /** Present where the text of the book, or of its translation, is directed. */
  readonly direction?: RunDirection | undefined;
  /** What is known of the chosen chapters before a model is asked about them. */
  readonly known: readonly KnownChapter[];
}

/** What is spoken in a run. */
interface SpokenBook {
  readonly run: RunBook;
  /** BCP-47 code of the speech. */
  readonly language: string;
  /** Undefined where the text of the book is spoken. */
  readonly narration?: OpenNarration | undefined;
}

/**
 * Chooses the voices of a run, and directs its text on request: finds out who speaks. Throws as `castVoices` and `openRunDirection` do.
 */
export async function openCast(
  request: CastRequest,
  book: SpokenBook,
  tools: CastTools,
  log: RunLog,
): Promise<OpenCast> {
  const { run, narration } = book;
  const direction = await openRunDirection(request, book, tools, log);
  const known = narration ? await narration.known(direction?.director) : await directChosen(run, direction, log);
  return { ...(await chooseCast(request, { ...book, known, direction }, tools, log)), direction, known };
}

async function chooseCast(
  { voice: asked, languageSwitch }: CastRequest,
  { language, narration, known, direction }: SpokenBook & Pick<OpenCast, 'known' | 'direction'>,
  { chosen: { provider }, signal }: CastTools,
  log: RunLog,
): Promise<Pick<OpenCast, 'voices' | 'casting'>> {
  const roles = new Map(narration?.roles);
  const read = direction?.read;
  const voice = asked ?? voiceWith(read?.cast.narrator, provider.id);
  const voices = await castVoices(provider, { voice, language, languageSwitch, roles, signal, warn: log.warn });
  const prepare = async (): Promise<void> => await voices.prepare([...roles.keys()].map((role) => ({ role })));
  await prepare();
  if (!direction || !read) return { voices };
  const casting = await makeCasting({
    read,
    direction: direction.director,
    named: namesIn(known),
    language,
    provider,
    narrator: voices.main.voice,
    usage: direction.own?.usage,
    signal,
    onProgress: log.onProgress,
  });
  for (const [role, own] of casting.roles) roles.set(role, own);
  await prepare();
  return { voices, casting };
}

function namesIn(known: readonly KnownChapter[]): ReadonlySet<string> {
  return new Set(
    known.flatMap(({ operations = [] }) =>
      operations.flatMap((one) => (one.kind === 'who' && one.name !== undefined ? [one.name] : [])),
    ),
  );
}

/** How the chapters of a run are spoken. */
export interface SpokenForm extends Pick<OpenCast, 'casting' | 'direction'> {
  /** Whether all is directed. Otherwise the rules find who speaks in the scripts of a model. */
  readonly isDirected: boolean;
}

/** Returns the blocks of a chapter as they are spoken. Without a cast, the narrator says all. */
export function spokenBlocks(
  index: number,
  { blocks, operations = [] }: { readonly blocks: readonly Block[]; readonly operations?: KnownChapter['operations'] },
  { casting, direction, isDirected }: SpokenForm,
): readonly Block[] {
  direction?.chapters.note(index, blocks, operations);
  if (casting) return casting.cast(index, { blocks, operations, isDirected });
  return applyOperations(
    blocks,
    operations.filter(({ kind }) => kind !== 'who'),
  );
}

/** Returns a narration whose chapters are as they are spoken. */
export function asSpoken(narration: OpenNarration, form: SpokenForm): OpenNarration {
  const director = form.direction?.director;
  return {
    ...narration,
    expected: async () => await narration.expected(director),
    async *chapters() {
      for await (const chapter of narration.chapters(director)) {
        yield { ...chapter, blocks: spokenBlocks(chapter.index, chapter, form) };
      }
    },
  };
}
