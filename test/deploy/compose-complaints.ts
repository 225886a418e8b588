import { DCLinter } from 'dclint';

/** The types of dclint cannot be resolved by Node's rules. */
interface Linted {
  readonly messages: readonly { readonly message: string }[];
}

/** Checks a file against the JSON schema of the Compose specification and the rules of dclint. */
export function composeComplaints(file: string): readonly string[] {
  // The keys of a service are grouped by meaning, as in the examples of the specification.
  const linter = new DCLinter({ rules: { 'service-keys-order': 0 }, quiet: false, debug: false, exclude: [] });
  const linted: readonly Linted[] = linter.lintFiles([file], false);
  return linted.flatMap(({ messages }) => messages.map(({ message }) => message));
}
