import { AudiobookError } from '../core/errors.ts';
import { ebookConvertSetting } from '../pipeline/open/settings.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import { bookChoices } from '../pipeline/options/reading-options.ts';
import type { readingOptions } from '../pipeline/options/reading-options.ts';
import { canBeConverted } from '../pipeline/read/other-kinds.ts';
import { ask, askYesOrNo, mayAsk } from './ask/ask.ts';
import { loadProcessSettings } from './load-process-settings.ts';
import type { runOptions } from './options.ts';
import type { ProcessContext } from './process-context.ts';

/** What a book needs that only a person can say: its password, and whether another program may convert it. */
export type BookAnswers = Pick<OptionValues<typeof readingOptions>, 'password' | 'ebookConvert'>;

type AskedOptions = BookAnswers & Pick<OptionValues<typeof runOptions>, 'yes' | 'quiet' | 'json'>;

/** What decides whether other kinds of books are converted. */
export type ConvertOptions = Omit<AskedOptions, 'password'>;

/**
 * Runs `work` with what the options say of a book. When it needs more, asks for it once at the terminal and runs again. `--yes` and
 * AUDIOBOOK_EBOOK_CONVERT answer for the person whether a book of another kind may be converted.
 */
export async function withAnswers<T>(
  context: ProcessContext,
  options: AskedOptions,
  work: (answers: BookAnswers) => Promise<T>,
): Promise<T> {
  let { password, ebookConvert } = options;
  let needsPassword = true;
  for (;;) {
    try {
      return await work({ password, ebookConvert });
    } catch (thrown) {
      if (needsPassword && isForPassword(context, thrown)) {
        needsPassword = false;
        password = await askPassword(context);
      } else if (!ebookConvert && (await canBeConverted(thrown))) {
        if (!(await mayConvert(context, options))) throw withAdvice(thrown);
        ebookConvert = true;
      } else throw thrown;
    }
  }
}

/** Runs `work` with what the options of a command choose about a book, and with answers where it needs them. */
export async function withChoices<T>(
  context: ProcessContext,
  options: Parameters<typeof bookChoices>[0] & AskedOptions,
  work: (choices: ReturnType<typeof bookChoices> & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  return await withAnswers(context, options, async (answers) => {
    return await work({ ...bookChoices({ ...options, ...answers }), signal });
  });
}

function isForPassword({ stdin, stderr }: ProcessContext, thrown: unknown): boolean {
  return stdin.isTTY && stderr.isTTY && thrown instanceof AudiobookError && thrown.code === 'book-password';
}

async function askPassword(context: ProcessContext): Promise<string> {
  const message = 'Password of the book';
  return await ask(context, async ({ password }, terminal) => await password({ message, mask: true }, terminal));
}

/** The answers of a process, so that many books are one question. */
const given = new WeakMap<ProcessContext, Promise<boolean>>();

/** Reports whether another program may convert books of kinds that are not read. Asks at most once, and only a person at the terminal. */
export async function mayConvert(context: ProcessContext, options: ConvertOptions): Promise<boolean> {
  if (await convertsUnasked(context, options)) return true;
  if (!mayAsk(context, options)) return false;
  const message = 'The book is of a kind that calibre reads. Convert it with the installed ebook-convert?';
  const answer = given.get(context) ?? askYesOrNo(context, { message, default: true }).then(Boolean);
  given.set(context, answer);
  return await answer;
}

/** Reports the same without asking. */
export async function convertsUnasked(context: ProcessContext, options: ConvertOptions): Promise<boolean> {
  if (options.ebookConvert || options.yes) return true;
  const settings = await loadProcessSettings(context, () => undefined);
  return settings.read(ebookConvertSetting) === 'on';
}

function withAdvice(thrown: unknown): unknown {
  if (!(thrown instanceof AudiobookError)) return thrown;
  return new AudiobookError(thrown.code, `${thrown.message}\n--ebook-convert does it for you.`, { cause: thrown });
}
