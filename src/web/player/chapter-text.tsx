import { Fragment } from 'preact';
import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ApiError, call } from '../api/call.ts';
import type { GetTimingsAnswer, TimedChapter } from '../api/types.ts';
import { scrolling } from '../shell/scrolling.ts';
import { isFollowing } from './follow.ts';
import { lastBefore } from './playable.ts';
import { isPlaying, position, seek } from './player.ts';

interface ChapterTextProps {
  readonly id: string;
  /** Place of the chapter in the book, from 0. */
  readonly index: number;
  /** Whether it is the chapter that is heard. */
  readonly isHeard: boolean;
  /** Called when the times of its sentences are not known. */
  readonly onUnknown: () => void;
}

/** The text of a chapter, fetched now. */
export function ChapterText({ id, index, isHeard, onUnknown }: ChapterTextProps) {
  const chapter = useSignal<TimedChapter | undefined>(undefined);
  useEffect(() => {
    void (async () => {
      try {
        chapter.value = await fetchChapter(id, index);
      } catch (error) {
        // A chapter that is being spoken has no times yet.
        if (error instanceof ApiError && error.code !== 'not-finished') onUnknown();
      }
    })();
  }, [id, index]);
  return chapter.value ? <Sentences chapter={chapter.value} isHeard={isHeard} /> : <p aria-busy="true" class="far" />;
}

/** Returns the text of a chapter: alone or, where a book is kept on this device, out of the whole. */
async function fetchChapter(id: string, index: number): Promise<TimedChapter | undefined> {
  const { chapters } = await call<GetTimingsAnswer>(`jobs/${id}/timings?after=${index}&limit=1`).catch(
    async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'unreachable') throw error;
      const whole = await call<GetTimingsAnswer>(`jobs/${id}/timings`);
      return { chapters: whole.chapters.slice(index, index + 1) };
    },
  );
  return chapters[0];
}

function Sentences({ chapter, isHeard }: { readonly chapter: TimedChapter; readonly isHeard: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => startsOf(chapter), [chapter]);
  useEffect(() => (isHeard ? followKeysIn(text.current, starts) : undefined), [isHeard, starts]);
  useEffect(() => effect(() => mark(text.current, isHeard ? heardIn(starts) : -1)), [isHeard, starts]);
  return (
    <div
      ref={text}
      onClick={({ target }) => {
        const place = target instanceof HTMLElement ? target.dataset['n'] : undefined;
        const found = place === undefined ? undefined : starts[Number(place)];
        if (!found) return;
        isFollowing.value = true;
        seek(found.startSeconds);
      }}
    >
      <Blocks chapter={chapter} />
    </div>
  );
}

/** The blocks do not change while the position does. */
function Blocks({ chapter }: { readonly chapter: TimedChapter }) {
  let place = -1;
  return useMemo(
    () =>
      chapter.blocks.map(({ kind, text, language, sentences }, number) => {
        const Tag = kind === 'heading' ? 'h2' : 'p';
        return (
          <Tag key={number} dir="auto" lang={language}>
            {sentences.map(({ from, to, heard }, index) => {
              if (heard) place += 1;
              const gap = text.slice(to, sentences[index + 1]?.from ?? text.length);
              const words = text.slice(from, to);
              return (
                <Fragment key={from}>
                  {heard ? <span data-n={place}>{words}</span> : words}
                  {gap}
                </Fragment>
              );
            })}
          </Tag>
        );
      }),
    [chapter],
  );
}

type Starts = readonly { readonly startSeconds: number }[];

/** Returns where the sentences of a chapter that are heard begin. */
function startsOf({ blocks }: TimedChapter): Starts {
  return blocks.flatMap(({ sentences }) => sentences.flatMap(({ heard }) => heard ?? []));
}

/** Returns the place of the sentence that is heard or, in the silence before the first one, of that. */
function heardIn(starts: Starts): number {
  return Math.max(0, lastBefore(starts, position.value + 0.05));
}

/** Goes from sentence to sentence with the arrow keys. Returns how to end that. */
function followKeysIn(text: HTMLElement | null, starts: Starts): (() => void) | undefined {
  const pane = text?.closest<HTMLElement>('.text-pane');
  const go = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = starts[lastBefore(starts, position.peek() + 0.05) + (event.key === 'ArrowDown' ? 1 : -1)];
    isFollowing.value = true;
    if (next) seek(next.startSeconds);
  };
  pane?.addEventListener('keydown', go);
  return () => pane?.removeEventListener('keydown', go);
}

function mark(text: HTMLElement | null, place: number): void {
  if (!text) return;
  const before = text.querySelector('.spoken');
  const next = text.querySelector(`[data-n="${place}"]`);
  if (before === next) return;
  before?.classList.remove('spoken');
  if (!next) return;
  next.classList.add('spoken');
  const isWanted = isPlaying.peek() || text.closest('.text-pane')?.matches(':focus-within');
  if (isWanted && isFollowing.peek()) next.scrollIntoView({ block: 'center', behavior: scrolling() });
}
