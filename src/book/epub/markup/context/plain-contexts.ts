import type { Element } from '../markup-tree.ts';
import { contextWithin } from './text-context.ts';
import type { TextContext } from './text-context.ts';
import { noTraits } from './trait-reader.ts';

/** Finds the contexts inside elements without attributes. Siblings of one name share theirs, because most elements are such. */
export class PlainContexts {
  #last: SiblingContext | undefined;

  /** Returns the context inside an element, given its local name and the context around it. */
  within(element: Element, name: string, context: TextContext): TextContext {
    const { parent } = element;
    const last = this.#last;
    if (last !== undefined && last.parent === parent && last.name === name && last.context === context)
      return last.inner;
    const inner = contextWithin(element, name, noTraits, context);
    // A `<pre>` is a program or not depending on its own text.
    if (name !== 'pre') this.#last = { parent, name, context, inner };
    return inner;
  }
}

interface SiblingContext {
  readonly parent: Element | undefined;
  readonly name: string;
  readonly context: TextContext;
  readonly inner: TextContext;
}
