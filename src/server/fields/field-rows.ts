import { fieldDescription, optionChoices, shownDefault } from '../../pipeline/options/option.ts';
import type { Option } from '../../pipeline/options/option.ts';
import { formFields } from './form-fields.ts';

/** A form or query field, as the documents show it. */
export interface FieldRow {
  readonly field: string;
  /** Operations that have the field, such as `synthesize`. */
  readonly operations: readonly string[];
  readonly description: string;
  readonly choices: readonly string[] | undefined;
  readonly default: string | undefined;
  /** Flag of the command line for the same value, when there is one. */
  readonly flag: string | undefined;
}

/** Returns all fields, in the order of the operations. Fields that share a name and a description are one row. */
export function fieldRows(): readonly FieldRow[] {
  const rows = new Map<string, FieldRow>();
  for (const [operation, group] of Object.entries(formFields)) {
    for (const option of Object.values<Option>(group)) {
      const { field = '', flag } = option;
      const description = fieldDescription(option);
      const key = `${field}: ${description}`;
      const operations = [...(rows.get(key)?.operations ?? []), operation];
      const choices = optionChoices(option);
      rows.set(key, { field, operations, description, choices, default: shownDefault(option), flag });
    }
  }
  return [...rows.values()];
}
