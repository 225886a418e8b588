import { isCoverTitle } from '../../titles/title-patterns.ts';
import { titleWords } from '../../titles/title-words.ts';
import { normalizeText } from './normalize-text.ts';

const placeholder = new RegExp(`^(?:${titleWords('undescribed')}|\\S+\\.\\w{3,4}|)$`, 'iu');

/** Returns the alternative text of a picture if it can be spoken: no placeholder of a program, no LaTeX. */
export function usableAlternative(text: string | undefined): string | undefined {
  const plain = normalizeText(text ?? '');
  const isPlaceholder = placeholder.test(plain.replace(/[.!]$/u, '')) || isCoverTitle(plain);
  return isPlaceholder || /[\\{}$^_]/u.test(plain) ? undefined : plain;
}
