import { Fragment } from 'preact';
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ApiError, call } from '../api/call.ts';
import type { GetTimingsAnswer, TimedChapter } from '../api/types.ts';
import { strings } from '../strings.ts';
import { lastBefore } from './playable.ts';
import { playable, position, seek } from './player.ts';

/** The text of the chapter that is heard. The spoken sentence is marked, and each sentence leads to its sound. */
export function TextPane({ id }: { readonly id: string }) {
  const chapters = useSignal<readonly TimedChapter[] | undefined>(undefined);
  const isUnknown = useSignal(false);
  useEffect(() => {
    void (async () => {
      try {
        chapters.value = (await call<GetTimingsAnswer>(`jobs/${id}/timings`)).chapters;
      } catch (error) {
        isUnknown.value = error instanceof ApiError;
      }
    })();
  }, [id]);
  if (isUnknown.value) return <p class="hint">{strings.listen.noText}</p>;
  const index = Math.max(0, lastBefore(chapters.value ?? [], position.value + 0.05));
  const chapter = chapters.value?.[index];
  return chapter && playable.value?.id === id ? <ChapterText key={index} chapter={chapter} /> : <div />;
}

function ChapterText({ chapter }: { readonly chapter: TimedChapter }) {
  const pane = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => startsOf(chapter), [chapter]);
  useSignalEffect(() => mark(pane.current, lastBefore(starts, position.value + 0.05)));
  const goTo = (step: number): void => {
    const next = starts[lastBefore(starts, position.peek() + 0.05) + step];
    if (next) seek(next.startSeconds);
  };
  return (
    <div
      ref={pane}
      class="text-pane"
      role="group"
      tabIndex={0}
      data-keys
      aria-label={strings.listen.text}
      onClick={({ target }) => {
        const place = target instanceof HTMLElement ? target.dataset['n'] : undefined;
        const found = place === undefined ? undefined : starts[Number(place)];
        if (found) seek(found.startSeconds);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        goTo(event.key === 'ArrowDown' ? 1 : -1);
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

/** Returns where the sentences of a chapter that are heard begin. */
function startsOf({ blocks }: TimedChapter): readonly { readonly startSeconds: number }[] {
  return blocks.flatMap(({ sentences }) => sentences.flatMap(({ heard }) => heard ?? []));
}

function mark(pane: HTMLElement | null, place: number): void {
  if (!pane) return;
  const before = pane.querySelector('.spoken');
  const next = pane.querySelector(`[data-n="${place}"]`);
  if (before === next) return;
  before?.classList.remove('spoken');
  if (!next) return;
  next.classList.add('spoken');
  if (pane.matches(':focus-within') || isNearView(next)) showInMiddle(next);
}

function showInMiddle(element: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
}

/** The text follows the voice unless it was scrolled away. */
function isNearView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -200 && top < innerHeight + 200;
}
