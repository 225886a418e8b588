import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { strings } from '../strings.ts';
import { addBookmark } from './bookmark-list.tsx';
import { playable, rate, setRate, skip, skipChapter, skipSeconds, toggle } from './player.ts';

const isHelpOpen = signal(false);

const actions: Readonly<Record<string, () => void>> = {
  ' ': toggle,
  k: toggle,
  ArrowLeft: () => skip(-skipSeconds.back),
  ArrowRight: () => skip(skipSeconds.forward),
  ',': () => setRate(rate.peek() - 0.1),
  '.': () => setRate(rate.peek() + 0.1),
  n: () => skipChapter(1),
  p: () => skipChapter(-1),
  b: bookmarkHere,
};

function bookmarkHere(): void {
  const book = playable.peek();
  if (book?.stream === undefined && book) addBookmark(book.id);
}

/** Follows the keys of the player. They mean nothing where something is typed or chosen. */
export function followKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || belongsToElement(event)) return;
  if (event.key === '?') {
    isHelpOpen.value = true;
    return;
  }
  const action = playable.peek() ? actions[event.key] : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}

/** Returns whether the element that has the focus makes something of the key. */
function belongsToElement({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea, dialog') !== null) return true;
  if (target.closest('[data-keys]') !== null) return key.startsWith('Arrow');
  return key === ' ' && target.closest('button, a, summary') !== null;
}

/** The list of keys, which `?` opens. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
  }, [isHelpOpen.value]);
  if (!isHelpOpen.value) return null;
  const close = (): void => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} aria-label={strings.keys.title} onClose={close}>
      <h2>{strings.keys.title}</h2>
      <dl class="keys">
        {strings.keys.list.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>
        {strings.close}
      </button>
    </dialog>
  );
}
