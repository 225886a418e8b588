import { AudiobookError } from '../../core/errors.ts';

export interface TargetLanguage {
  /** BCP-47 code, canonical. */
  readonly code: string;
  /** English name, for prompts and messages. */
  readonly name: string;
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language by its BCP-47 code or its English name (`fr`, `pt-BR`, `French`, `Brazilian Portuguese`). Throws `bad-value` for what is neither. */
export function targetLanguage(value: string): TargetLanguage {
  const wanted = value.trim();
  const code = codeOf(wanted) ?? codesByName().get(wanted.toLowerCase());
  const name = code === undefined ? undefined : names.of(code);
  if (code !== undefined && name !== undefined) return { code, name };
  throw new AudiobookError(
    'bad-value',
    `'${value}' is no language; wanted a code such as fr or pt-BR, or an English name such as French.`,
  );
}

/** The English name of a language code; the code itself when it has none. */
export function languageName(code: string): string {
  return (codeOf(code) !== undefined && names.of(code)) || code;
}

/** Whether two codes are one language, regions aside. */
export function sameLanguage(left: string, right: string): boolean {
  return baseOf(left) === baseOf(right);
}

function baseOf(code: string): string {
  return new Intl.Locale(codeOf(code) ?? 'und').language;
}

function codeOf(value: string): string | undefined {
  try {
    const [code] = Intl.getCanonicalLocales(value.replaceAll('_', '-'));
    return code !== undefined && names.of(code) !== undefined ? code : undefined;
  } catch {
    return undefined;
  }
}

const regional = ['en-GB', 'en-US', 'es-419', 'es-ES', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant'];
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Every two-letter code there is, and the regional ones that have a name of their own, by English name. */
function codesByName(): ReadonlyMap<string, string> {
  const codes = [...letters.flatMap((first) => letters.map((second) => first + second)), ...regional];
  const named = codes.map((code) => [names.of(code)?.toLowerCase() ?? '', code] as const);
  // Old codes (`iw`, `mo`) share their name with the new one, which is the canonical one.
  return new Map(named.filter(([name, code]) => name !== '' && Intl.getCanonicalLocales(code)[0] === code));
}
