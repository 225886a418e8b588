import { asciiXml } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { scanTags } from './scan-tags.ts';

/** Returns the edit that links a style sheet at the end of a document's head, so that it comes last. None without a head. */
export function styleLinkEdits({ text }: EditableText, href: string): TextEdit[] {
  for (const { name, kind, start } of scanTags(text)) {
    const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase();
    if (local === 'body') break;
    if (local !== 'head' || kind !== 'close') continue;
    const prefix = name.slice(0, name.lastIndexOf(':') + 1);
    const link = `<${prefix}link rel="stylesheet" type="text/css" href="${asciiXml(href)}"/>`;
    return [{ start, end: start, text: link }];
  }
  return [];
}
