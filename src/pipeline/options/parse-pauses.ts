import { invalidValue } from '../../core/errors.ts';
import { pausePresets } from '../../text/pause-after-ms.ts';
import type { PausePreset, Pauses } from '../../text/pause-after-ms.ts';

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
const expectedPauses =
  `${Object.keys(pausePresets).join(', ')}, or ${Object.keys(pauseNames).join(', ')} with 0ms to 10s each, ` +
  'for example tight or sentence=300ms,paragraph=0.8s';

const maxPauseMs = 10_000;

/** Pauses that a caller chose, in milliseconds, and the preset that has the others. */
export interface ChosenPauses extends Readonly<Partial<Pauses>> {
  readonly preset?: PausePreset | undefined;
}

/** Returns the pauses of a list such as `tight`, `sentence=300ms,paragraph=0.8s` or `wide,chapter=3s`. Throws `bad-value`. */
export function parsePauses(text: string): ChosenPauses {
  const [first = '', ...rest] = text.split(',');
  const preset = presetOf(first.trim());
  const items = preset === undefined ? [first, ...rest] : rest;
  return { ...(preset && { preset }), ...Object.fromEntries(items.map((item) => parsePause(item, text))) };
}

function presetOf(name: string): PausePreset | undefined {
  return (Object.keys(pausePresets) as PausePreset[]).find((known) => known === name);
}

function parsePause(item: string, text: string): readonly [keyof Pauses, number] {
  const [, name = '', amount, unit] = /^\s*([a-z]+)\s*=\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*$/u.exec(item) ?? [];
  const pause = Object.hasOwn(pauseNames, name) ? pauseNames[name] : undefined;
  const milliseconds = Math.round(Number(amount) * (unit === 's' ? 1000 : 1));
  if (pause === undefined || milliseconds > maxPauseMs) throw invalidValue('pauses', text, expectedPauses);
  return [pause, milliseconds];
}
