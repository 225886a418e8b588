import path from 'node:path';
import { isPlaceholderTitle } from './title-patterns.ts';
import { titleWords } from './title-words.ts';

const hash = /^(?:urn:\S+|\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?|[\da-f]{16,}|[\d\s-]{8,})$/iu;
const fileName = /^\S+\.(?:x?html?|epub|pdf|docx?|odt|rtf|txt|indd|tex|dvi|ps|qxd|p65|pub|pages|fm|pmd|md|xml)$/iu;
const contents = new RegExp(`^(?:${titleWords('contents')})$`, 'iu');

/** Reports whether a title is only the name of a file, as programs write. */
export function isFileName(title: string): boolean {
  return fileName.test(title.trim());
}

/** Reports whether a title is that of a book, and not a hash, a file name, a placeholder or the title of its contents. */
export function isBookTitle(title: string): boolean {
  const text = title.trim();
  return (
    /\p{L}|\p{N}/u.test(text) && ![hash, fileName, contents].some((one) => one.test(text)) && !isPlaceholderTitle(text)
  );
}

/** Returns the title that a file name suggests: without its extension, with spaces; undefined when it is a hash. */
export function titleFromFileName(file: string): string | undefined {
  const name = path
    .basename(file, path.extname(file))
    .replaceAll(/[_\s]+/gu, ' ')
    .trim();
  return isBookTitle(name) ? name : undefined;
}
