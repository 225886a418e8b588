import type { LeftOutReason } from '../../../core/book.ts';
import type { PdfOptions } from '../document/pdf-options.ts';

/** What the listener wants in or out, whatever the rules say. */
export interface Wishes {
  /** The reason why something is left out after all; undefined when it is read. `names` are its title and its page. */
  decide(reason: LeftOutReason | undefined, names: readonly string[]): LeftOutReason | undefined;
}

/** The wishes of `include` and `exclude`. */
export function wishesOf(options: Pick<PdfOptions, 'include' | 'exclude'>): Wishes {
  const [include, exclude] = [options.include, options.exclude].map(
    (list) => new Set(list?.map((one) => one.trim().toLowerCase())),
  );
  return {
    decide(reason, names) {
      const known = [...(reason === undefined ? [] : [reason]), ...names].map((name) => name.toLowerCase());
      if (names.some((name) => exclude?.has(name.toLowerCase()))) return 'not-wanted';
      return known.some((name) => include?.has(name)) ? undefined : reason;
    },
  };
}
