import { asciiXml } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { scanTags } from './scan-tags.ts';

/** Returns the edit that links a style sheet at the end of a document's head, so that it comes last. None without a head. */
export function styleLinkEdits({ text }: EditableText, href: string): TextEdit[] {
  const plain = plainHeadEnd.exec(text);
  if (plain?.[1] !== undefined) return [linkAt(plain.index, plain[1], href)];
  for (const { name, kind, start } of scanTags(text)) {
    const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase();
    if (local === 'body') break;
    if (local !== 'head' || kind !== 'close') continue;
    return [linkAt(start, name.slice(0, name.lastIndexOf(':') + 1), href)];
  }
  return [];
}

/** The end of a head, with its prefix, or what comes before it in few documents: a comment, a declaration, an instruction. */
const plainHeadEnd = /<!(?!DOCTYPE)|<\?(?!xml\s)|<(?:[^<>\s]*:)?body[\s/>]|<\/((?:[^<>\s]*:)?)head\s*>/iu;

function linkAt(at: number, prefix: string, href: string): TextEdit {
  return { start: at, end: at, text: `<${prefix}link rel="stylesheet" type="text/css" href="${asciiXml(href)}"/>` };
}
