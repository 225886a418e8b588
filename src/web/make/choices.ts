import type { CreateJobField, PlanAnswer } from '../api/types.ts';
import { wordFields } from './extras.ts';
import type { Extras } from './extras.ts';
import { writingFields } from './writing.ts';
import type { Writing } from './writing.ts';

/** Formats of the audio. */
export const formats = ['m4b', 'mp3', 'opus', 'flac', 'wav'] as const;

/** The choices for a book. */
export interface Choices extends Writing {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly language?: string | undefined;
  readonly provider?: string | undefined;
  readonly voice?: string | undefined;
  /** Numbers of chapters that are not read. */
  readonly skipped: ReadonlySet<number>;
  /** Parts that would be left out and are read. */
  readonly include: readonly string[];
  readonly format: (typeof formats)[number];
  readonly perChapter: boolean;
  readonly subtitles: readonly string[];
  readonly readAlong: boolean;
  readonly allowGaps: boolean;
  readonly cover?: File | undefined;
  readonly narrator?: string | undefined;
  readonly year?: string | undefined;
  readonly series?: string | undefined;
  readonly password?: string | undefined;
  readonly ocr: boolean;
  readonly extras: Extras;
}

const key = 'audiobook.choices';

/** Returns the choices for a new book: the format of last time. */
export function usualChoices(): Choices {
  const stored = localStorage.getItem(key);
  return {
    skipped: new Set(),
    include: [],
    format: formats.find((one) => one === stored) ?? 'm4b',
    perChapter: false,
    subtitles: [],
    readAlong: false,
    allowGaps: false,
    ocr: false,
    extras: {},
  };
}

/** Keeps what a person is likely to want for the next book as well. */
export function rememberChoices({ format }: Choices): void {
  localStorage.setItem(key, format);
}

/** Returns the language that the voice speaks. */
export function spokenLanguage(choices: Choices, plan: Pick<PlanAnswer, 'language'>): string {
  return choices.translate ?? choices.language ?? plan.language;
}

/** Returns the form of a plan. */
export function planForm(file: File, choices: Choices): FormData {
  return formOf(file, { ...readingFields(choices), ...writingFields(choices), with_cover: 'true' });
}

/** Returns the form of a job. */
export function jobForm(file: File, choices: Choices, plan: PlanAnswer): FormData {
  const { cover } = choices;
  const fields: Partial<Record<CreateJobField, string | readonly string[] | undefined>> = {
    ...readingFields(choices),
    ...writingFields(choices),
    ...choices.extras,
    kind: choices.task === undefined ? 'synthesize' : 'audiobook',
    voice: choices.voice,
    chapters: chapterList(plan, choices),
    format: choices.format,
    layout: choices.perChapter ? 'chapters' : undefined,
    subtitles: choices.subtitles.join(',') || undefined,
    read_along: choices.readAlong ? 'true' : undefined,
    allow_gaps: choices.allowGaps ? 'true' : undefined,
    listen: 'true',
  };
  const form = formOf(file, fields);
  for (const tag of tagsOf(choices, plan)) form.append('meta', tag);
  if (cover) form.set('cover', cover, cover.name);
  return form;
}

/** Fields that decide what is read, for plans and jobs. */
function readingFields({ language, provider, include, password, ocr, extras }: Choices) {
  return {
    ...wordFields(extras),
    language,
    tts_provider: provider,
    include,
    password,
    ocr: ocr ? 'true' : undefined,
  };
}

function formOf(file: File, fields: Readonly<Record<string, string | readonly string[] | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined && one !== '') form.append(name, one);
  }
  form.set('file', file, file.name);
  return form;
}

/** Returns the numbers of the chapters to read, such as `1-3,5`, or undefined for all. */
export function chapterList(
  plan: Pick<PlanAnswer, 'chapters'>,
  { skipped }: Pick<Choices, 'skipped'>,
): string | undefined {
  const chosen = plan.chapters.map(({ number }) => number).filter((number) => !skipped.has(number));
  if (chosen.length === plan.chapters.length) return undefined;
  const runs: [number, number][] = [];
  for (const number of chosen) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** Returns the title, and the tags that a person changed, as the field `meta` has them. */
function tagsOf(choices: Choices, plan: PlanAnswer): readonly string[] {
  const tags = {
    // Also unchanged: it is the only thing about the book that lists of jobs know.
    title: choices.title ?? plan.title,
    author: choices.author === plan.authors.join(', ') ? undefined : choices.author,
    narrator: choices.narrator,
    year: choices.year,
    series: choices.series,
  };
  return Object.entries(tags).flatMap(([name, value]) => (value?.trim() ? [`${name}=${value.trim()}`] : []));
}
