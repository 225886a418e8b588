import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { strings } from '../strings.ts';
import { ChapterText } from './chapter-text.tsx';
import { stopFollowingAtTouch } from './follow.ts';
import { chapterIndex, playable } from './player.ts';

interface TextPaneProps {
  readonly id: string;
  /** Of a book that is being made, the last chapter has its times when the next one begins. */
  readonly isMade?: boolean;
  readonly children?: ComponentChildren;
}

/** The text of the whole book. The spoken sentence is marked, and each sentence leads to its sound. The children stay above it. */
export function TextPane({ id, isMade = true, children }: TextPaneProps) {
  const isUnknown = useSignal(false);
  useEffect(stopFollowingAtTouch, []);
  const book = playable.value;
  if (isUnknown.value) return <p class="hint">{strings.listen.noText}</p>;
  if (book?.id !== id) return <div />;
  const spoken = isMade ? book.marks : book.marks.slice(0, -1);
  const onUnknown = (): void => {
    isUnknown.value = true;
  };
  return (
    <div class="text-pane" role="group" tabIndex={0} data-keys aria-label={strings.listen.text}>
      {children}
      {spoken.map((mark, index) => (
        <NearChapter key={index} id={id} index={index} title={mark.title} onUnknown={onUnknown} />
      ))}
    </div>
  );
}

interface NearChapterProps {
  readonly id: string;
  readonly index: number;
  readonly title: string;
  readonly onUnknown: () => void;
}

/** A chapter, which is fetched when it is heard or nearly in view. Until then its title holds its place. */
function NearChapter({ id, index, title, onUnknown }: NearChapterProps) {
  const place = useRef<HTMLElement>(null);
  const isNear = useSignal(false);
  const isHeard = Math.max(0, chapterIndex.value) === index;
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) isNear.value = true;
      },
      // A screen before it is seen.
      { rootMargin: '100% 0px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={place} aria-label={title}>
      {isNear.value || isHeard ? (
        <ChapterText id={id} index={index} isHeard={isHeard} onUnknown={onUnknown} />
      ) : (
        <p class="hint far" dir="auto">
          {title}
        </p>
      )}
    </section>
  );
}
