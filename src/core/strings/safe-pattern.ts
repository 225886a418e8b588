import type { RE2JS } from 're2js';
import type { AudiobookError } from '../errors.ts';

/** A place in a text where a pattern matches. Offsets are UTF-16 code units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match and the groups. A group that took no part is empty. */
  readonly groups: readonly string[];
}

/** A compiled pattern. */
export interface SafePattern {
  readonly groupCount: number;
  /** Returns the matches in a text that are not empty. Takes time in proportion to the text, whatever the pattern. */
  matches(text: string): IterableIterator<PatternMatch>;
}

const maxPatternLength = 200;

/**
 * Compiles a pattern in RE2's syntax, which has no backreferences or lookaround. Patterns come from anywhere, and RE2 cannot
 * backtrack. `flags` are of `i`, `m` and `s`. Throws what `invalid` returns for a bad pattern.
 */
export async function compilePattern(
  source: string,
  flags: string,
  invalid: (shown: string, expected: string) => AudiobookError,
): Promise<SafePattern> {
  const { RE2JS: Pattern } = await import('re2js');
  const values = { i: Pattern.CASE_INSENSITIVE, m: Pattern.MULTILINE, s: Pattern.DOTALL };
  const expected = `a pattern of at most ${maxPatternLength} characters in the syntax of RE2, for example /Ch\\. (\\d+)/`;
  if (source.length > maxPatternLength) throw invalid(`/${source}/`, expected);
  const combined = Object.entries(values).reduce((sum, [flag, bit]) => (flags.includes(flag) ? sum | bit : sum), 0);
  let compiled: RE2JS;
  try {
    compiled = Pattern.compile(source, combined);
  } catch (thrown) {
    const reason = thrown instanceof Error ? ` (${thrown.message.replace(/^error parsing regexp: /u, '')})` : '';
    throw invalid(`/${source}/`, `${expected}${reason}`);
  }
  return { groupCount: compiled.groupCount(), matches: (text) => matchesOf(compiled, text) };
}

function* matchesOf(pattern: RE2JS, text: string): Generator<PatternMatch, void, undefined> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    const start = matcher.start();
    const end = matcher.end();
    const groups = Array.from({ length: pattern.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '');
    if (end > start) yield { start, end, groups };
  }
}
