import { invalidValue } from '../../core/errors.ts';
import type { Pauses } from '../../text/pause-after-ms.ts';

/** Pauses as a caller names them. */
const pauseNames: Readonly<Record<string, keyof Pauses>> = {
  sentence: 'sentence',
  clause: 'clause',
  line: 'line',
  item: 'item',
  paragraph: 'paragraph',
  heading: 'heading',
  scene: 'sceneBreak',
  chapter: 'chapterEnd',
};

/** Completes "Expected …". */
const expectedPauses = `${Object.keys(pauseNames).join(', ')} with 0ms to 10s each, for example sentence=300ms,paragraph=0.8s`;

const maxPauseMs = 10_000;

/** Returns the pauses of a list such as `sentence=300ms,paragraph=0.8s`, in milliseconds. Throws `bad-value`. */
export function parsePauses(text: string): Readonly<Partial<Pauses>> {
  const entries = text.split(',').map((item): readonly [keyof Pauses, number] => {
    const [, name = '', amount, unit] = /^\s*([a-z]+)\s*=\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*$/u.exec(item) ?? [];
    const pause = Object.hasOwn(pauseNames, name) ? pauseNames[name] : undefined;
    const milliseconds = Math.round(Number(amount) * (unit === 's' ? 1000 : 1));
    if (pause === undefined || milliseconds > maxPauseMs) throw invalidValue('pauses', text, expectedPauses);
    return [pause, milliseconds];
  });
  return Object.fromEntries(entries);
}
