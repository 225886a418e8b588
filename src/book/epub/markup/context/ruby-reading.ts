import { isElement, localName, textOf } from '../markup-tree.ts';
import type { Element } from '../markup-tree.ts';

/**
 * Returns the readings of a `<ruby>` in place of the characters below them. What has no reading, or only the dots that
 * stress it, stays as it is.
 */
export function rubyReading(ruby: Element): string {
  let text = '';
  let base = '';
  for (const child of ruby.children) {
    const name = isElement(child) ? localName(child) : '';
    const content = isElement(child) ? textOf(child) : child.trim();
    if (name === 'rp') continue;
    if (name === 'rt' || name === 'rtc') {
      text += /\p{L}/u.test(content) ? content : base;
      base = '';
    } else base += content;
  }
  return text + base;
}
