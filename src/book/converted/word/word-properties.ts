import { attribute } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';

/** Returns the value (`w:val`) of a property. */
export function valueOf(property: Element | undefined): string | undefined {
  return property && attribute(property, 'val');
}

/** Reports whether a property that is on or off is on; undefined when it is not given. Without a value it is on. */
export function isOn(property: Element | undefined): boolean | undefined {
  return property && !/^(?:0|false|off|none)$/iu.test(valueOf(property) ?? '');
}
