import { readFile } from 'node:fs/promises';
import { baseLanguage, languageName } from '../../core/language.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { removeThoughts } from '../guard/cleaning/remove-thoughts.ts';

/** The names of a book and their translations: the same for the whole book, in a file that users can correct. */
export class Glossary {
  readonly #file: string;
  readonly #names: Map<string, string>;
  #learning: Promise<void> | undefined;

  constructor(file: string, names: Map<string, string>) {
    this.#file = file;
    this.#names = names;
  }

  /** Reads a glossary. It is empty when the file does not exist. */
  static async open(file: string): Promise<Glossary> {
    const known = parseJson(await readFile(file, 'utf8').catch(() => ''));
    const entries = typeof known === 'object' && known !== null ? Object.entries(known) : [];
    return new Glossary(
      file,
      new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    );
  }

  /** Returns the names that occur in a text, each with its form. */
  namesIn(text: string): (readonly [name: string, form: string])[] {
    return [...this.#names].filter(([name]) => text.includes(name));
  }

  /**
   * Asks the model for the unknown names of a book, given chapter by chapter, and writes the file. A name that it does not
   * translate is left to the translator.
   */
  async learn(chapters: readonly string[], options: LearnOptions): Promise<void> {
    // Chapters are translated side by side, and all of them need the same names.
    this.#learning ??= this.#ask(chapters, options);
    await this.#learning;
  }

  async #ask(chapters: readonly string[], { model, language, target, signal }: LearnOptions): Promise<void> {
    const names = [...new Set(chapters.flatMap((text) => frequentNames(text, language)))];
    const fresh = names.filter((name) => !this.#names.has(name));
    if (fresh.length === 0) return;
    const lists = Array.from({ length: Math.ceil(fresh.length / maxNames) }, (_, index) =>
      fresh.slice(index * maxNames, (index + 1) * maxNames),
    );
    await mapConcurrently(lists, model.concurrency ?? 1, async (list) => {
      const completion = await model.generate({ userPrompt: namesPrompt(list, language, target), signal });
      const forms = completion.stopReason === 'complete' ? formsIn(completion.text) : new Map<string, string>();
      const known = list.map((name) => [name, forms.get(name) ?? ''] as const).filter(([, form]) => form !== '');
      await completion.record?.(known.length > 0);
      for (const [name, form] of known) this.#names.set(name, form);
    });
    await this.save();
  }

  /** Writes the file, so that later runs use the same names. */
  async save(): Promise<void> {
    await writeFileAtomic(this.#file, `${JSON.stringify(Object.fromEntries(this.#names), undefined, 2)}\n`, {
      makeFolder: true,
    });
  }
}

/** Options of `Glossary.learn`. */
export interface LearnOptions {
  readonly model: LanguageModel;
  /** BCP-47 codes of the text and of its translation. */
  readonly language: string;
  readonly target: string;
  readonly signal: AbortSignal;
}

const maxNames = 40;
const maxFormLength = 60;
/** Successive words with a capital inside a sentence. */
const name = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]+){0,3}/gu;

/** Returns names that occur more than once, none for German, where every noun has a capital. */
function frequentNames(text: string, language: string): string[] {
  if (baseLanguage(language) === 'de') return [];
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(name)) {
    const bare = found.replace(/[’']s$/u, '');
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count > 1).toSorted((left, right) => right[1] - left[1]);
  return often.slice(0, maxNames).map(([found]) => found);
}

function namesPrompt(names: readonly string[], language: string, target: string): string {
  return [
    `A book is translated from ${languageName(language)} into ${languageName(target)}. Below are names from it, one a line.`,
    `Write for each how it stands in the translation, as "name = form", one a line, and nothing else. Keep names of people and invented places as they are; use the established ${languageName(target)} form for known places and for titles; write them in the script of ${languageName(target)}.`,
    '',
    ...names,
  ].join('\n');
}

function formsIn(completion: string): ReadonlyMap<string, string> {
  const lines = removeThoughts(completion)
    .split('\n')
    .map((line) => /^[\s*-]*([^=]+?)\s*=\s*(.+?)\s*$/u.exec(line));
  const pairs = lines.flatMap((match) => (match?.[1] && match[2] ? [[match[1], match[2]] as const] : []));
  return new Map(pairs.filter(([, form]) => form.length <= maxFormLength && !/[<>{}=]/u.test(form)));
}
