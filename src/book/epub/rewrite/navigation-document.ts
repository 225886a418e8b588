import path from 'node:path';
import { languageTag } from '../../../core/language.ts';
import type { ContentsEntry } from '../package/read-contents.ts';
import { asciiXml } from './editable-text.ts';

/** The source of a navigation document. */
export interface NavigationSource {
  readonly entries: readonly ContentsEntry[];
  readonly title: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Path of the document in the archive. */
  readonly path: string;
}

/** Returns the navigation document of EPUB 3 with the entries of an NCX. */
export function navigationDocument({ entries, title, language, path: own }: NavigationSource): string {
  const folder = path.posix.dirname(own);
  const lang = asciiXml(languageTag(language));
  const heading = title.trim() === '' ? 'Contents' : title;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head>
<title>${asciiXml(heading)}</title>
</head>
<body>
<nav epub:type="toc">
<h1>${asciiXml(heading)}</h1>
${list(entries, folder)}
</nav>
</body>
</html>
`;
}

function list(entries: readonly ContentsEntry[], folder: string): string {
  const items = entries.map((entry) => item(entry, folder)).join('');
  return items === '' ? '' : `<ol>\n${items}</ol>\n`;
}

/** An entry that leads nowhere is a heading of those below it. */
function item({ label, target, children }: ContentsEntry, folder: string): string {
  const below = list(children, folder);
  if (target === undefined && below === '') return '';
  const text = asciiXml(label.trim() === '' ? '\u2014' : label);
  const href =
    target && hrefFrom(folder, target.path) + (target.fragment ? `#${encodeURIComponent(target.fragment)}` : '');
  const head = href === undefined ? `<span>${text}</span>` : `<a href="${asciiXml(href)}">${text}</a>`;
  return `<li>${head}${below}</li>\n`;
}

/** Returns the reference to a file of the archive from a folder of it. Readers decode as `decodeURI`, so no more is encoded. */
export function hrefFrom(folder: string, file: string): string {
  const reference = relative(folder === '.' ? [] : folder.split('/'), file.split('/'));
  if (/^[\w./-]*$/u.test(reference)) return reference;
  return reference
    .split('/')
    .map((part) => encodeURI(part).replaceAll(/[?#]/gu, (sign) => encodeURIComponent(sign)))
    .join('/');
}

function relative(from: readonly string[], to: readonly string[]): string {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return '../'.repeat(from.length - shared) + to.slice(shared).join('/');
}
