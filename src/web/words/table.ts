import type { words } from './en.ts';

/** The shape of a table of words: that of the English one. */
export type Words = Widened<typeof words>;

type Widened<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...parts: infer Parts) => string
      ? (...parts: Parts) => string
      : Widened<Table[Key]>;
};
