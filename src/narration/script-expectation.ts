/** Requirements that a completion must meet to count as a script. */
export interface ScriptExpectation {
  /** The text of the book is read as a model, or the rules, direct. No script is written. Default: `false`. */
  readonly direction?: boolean | undefined;
  /** The script is in the language of its source and about the same things, so most of its words occur there. */
  readonly related: boolean;
  /** A script that is `related` has names of its source and few others. Default: `true`. */
  readonly names?: boolean | undefined;
  /** The script is spoken by a host and a guest in turns. Default: `false`. */
  readonly dialogue?: boolean | undefined;
  /** Length of the script as a share of the words of its source: the accepted minimum and maximum, and the typical value. */
  readonly length: { readonly min: number; readonly typical: number; readonly max: number };
}
