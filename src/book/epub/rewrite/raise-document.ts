import { decodeReferences } from '../markup/decode-references.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { asciiXml } from './editable-text.ts';
import { findDoctype, scanTags } from './scan-tags.ts';
import type { Tag } from './scan-tags.ts';

/**
 * Returns the edits that give a document, or an NCX, the type of EPUB 3: one that names no other file. A document may use character names of XHTML 1.1, which the new
 * type does not know: it declares those that are used. Without an old type, nothing changes.
 */
export function doctypeEdits({ text }: EditableText, root: 'html' | 'ncx'): TextEdit[] {
  const doctype = findDoctype(text);
  if (!doctype) return [];
  const before = text.slice(doctype.start, doctype.end);
  if (!/\b(?:PUBLIC|SYSTEM)\s*["']/u.test(before.split('[', 1)[0] ?? '')) return [];
  const own = /\[([\s\S]*)\]/u.exec(before)?.[1] ?? '';
  const declared = new Set([...own.matchAll(/<!ENTITY\s+([\w.-]+)\s/gu)].map(([, name]) => name));
  const names = [...new Set([...text.matchAll(/&([a-z][a-z\d]{1,31});/giu)].map(([, name = '']) => name))];
  const entities = names
    .filter((name) => !xmlNames.has(name) && !declared.has(name))
    .flatMap((name) => {
      const value = characterOf(name);
      return value === undefined ? [] : [`<!ENTITY ${name} "${asciiXml(value)}">`];
    });
  const subset = own + entities.join('');
  return [{ ...doctype, text: subset === '' ? `<!DOCTYPE ${root}>` : `<!DOCTYPE ${root} [${subset}]>` }];
}

/** Entities of XML itself. */
const xmlNames: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

function characterOf(name: string): string | undefined {
  const value = decodeReferences(`&${name};`);
  return value.startsWith('&') ? undefined : value;
}

/** Returns the edit that gives a document a title where it has an empty one, which EPUB 2 allows. */
export function titleEdits({ text }: EditableText, title: string): TextEdit[] {
  let open: Tag | undefined;
  for (const tag of scanTags(text)) {
    const local = tag.name.slice(tag.name.lastIndexOf(':') + 1).toLowerCase();
    if (local === 'body') break;
    if (local !== 'title') continue;
    const { start, end, kind, name } = tag;
    if (kind === 'empty') return [{ start, end, text: `<${name}>${asciiXml(title)}</${name}>` }];
    if (kind === 'open') open = tag;
    else if (open && text.slice(open.end, start).trim() === '')
      return [{ start: open.end, end: start, text: asciiXml(title) }];
  }
  return [];
}

/** Returns the properties of a document that EPUB 3 wants in the manifest. */
export function documentProperties({ text }: EditableText): string[] {
  const found = new Set<string>();
  for (const { name, start, end } of scanTags(text)) {
    const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase();
    if (local === 'svg') found.add('svg');
    if (local === 'math') found.add('mathml');
    if (local === 'script' || local === 'form') found.add('scripted');
    const isEmbedded = embedded.has(local) || (local === 'link' && text.slice(start, end).includes('stylesheet'));
    if (isEmbedded && /\s(?:src|href|xlink:href|data|poster)\s*=\s*["']\s*https?:/iu.test(text.slice(start, end)))
      found.add('remote-resources');
  }
  return [...found];
}

/** Elements that show a file; a link only leads to one. */
const embedded: ReadonlySet<string> = new Set(['img', 'image', 'audio', 'video', 'source', 'object', 'iframe']);
