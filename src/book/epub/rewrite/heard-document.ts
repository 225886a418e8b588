import type { PlacedDocument } from '../../../core/placed-text.ts';
import { asciiXml, inserted } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { scanTags } from './scan-tags.ts';

/** Returns the edits that put an element with an id around each span of a document. All else of it stays, in order. */
export function spanEdits({ unit }: EditableText, { idPrefix, spans }: PlacedDocument): TextEdit[] {
  return spans.flatMap(({ start, end, element }, index) => [
    inserted(start / unit, `<${element} id="${idPrefix}${index + 1}">`),
    inserted(end / unit, `</${element}>`),
  ]);
}

/** Returns the edit that links a style sheet at the end of a document's head, so that it comes last. None without a head. */
export function styleLinkEdits({ text }: EditableText, href: string): TextEdit[] {
  for (const { name, kind, start } of scanTags(text)) {
    const prefix = name.slice(0, name.lastIndexOf(':') + 1);
    const local = name.slice(prefix.length).toLowerCase();
    if (local === 'body') break;
    if (local === 'head' && kind === 'close')
      return [inserted(start, `<${prefix}link rel="stylesheet" type="text/css" href="${asciiXml(href)}"/>`)];
  }
  return [];
}
