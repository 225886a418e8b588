import { z } from 'zod';
import { invalidValue } from '../../core/errors.ts';

/**
 * One option. Its flag, its form field, the types of requests, the checks of both doors, the help, the OpenAPI document
 * and the tables of the documents follow from this declaration.
 */
export interface Option {
  /** Flag as commander writes it, such as `-o, --output <file>`. A flag without a placeholder is a switch. */
  readonly flag?: string;
  /** Field of an HTTP form or query. */
  readonly field?: string;
  /** Why an option of a conversion has no field, in one word. */
  readonly cliOnly?: string;
  /** Converts the text of the flag or field. An array schema receives all the values of a repeated flag or field. */
  readonly schema: z.ZodType;
  /** Completes the sentence "Expected …" in errors. Not needed where the schema lists the values or has limits alone. */
  readonly expected?: string;
  /** Name of the value in errors. Default: the words of the option's name. */
  readonly label?: string;
  readonly description: string;
  /** Added to the description in the documents of the HTTP service. */
  readonly fieldNote?: string;
  /** Value of an absent option, as a caller would write it. */
  readonly default?: string | number | undefined;
  /** Describes a default that depends on something else. */
  readonly defaultNote?: string | undefined;
  /** Name of the setting that counts when the option is absent. It comes before a config. */
  readonly setting?: string;
  /** Never shown in errors. */
  readonly secret?: boolean;
  /** Value of a flag with an optional placeholder, such as `[duration]`, that has none. */
  readonly bareValue?: string;
  /** Whether the value is a path, which the command line resolves from the current folder. */
  readonly isPath?: boolean;
  /** Whether a form must have the field. */
  readonly required?: boolean;
  /** What to write instead of it. An old name works, is in no help and no document, and is pointed at where it is used. */
  readonly old?: string;
  /** Heading in the help. */
  readonly heading?: string;
  /** Whether the help shows it where a command has too many to show all. */
  readonly isFirst?: boolean;
}

/** Options by name. The name is the key of the value in a request. */
export type OptionGroup = Readonly<Record<string, Option>>;

/** Returns options with a heading in the help, and the names of those that people need first. */
export function underHeading<const Group extends OptionGroup>(
  heading: string,
  first: readonly (keyof Group)[],
  group: Group,
): Group {
  const options = Object.entries<Option>(group).map(([name, option]) => [
    name,
    { heading, isFirst: first.includes(name), ...option },
  ]);
  return Object.assign({}, Object.fromEntries(options));
}

type RequiredName<Group extends OptionGroup> = {
  [Name in keyof Group]: Group[Name] extends { readonly required: true } ? Name : never;
}[keyof Group];

type OptionValue<Value extends Option> = Readonly<z.infer<Value['schema']>>;

/** The values of a group of options, as their schemas convert them. */
export type OptionValues<Group extends OptionGroup> = {
  readonly [Name in Exclude<keyof Group, RequiredName<Group>>]?: OptionValue<Group[Name]> | undefined;
} & { readonly [Name in RequiredName<Group>]: OptionValue<Group[Name]> };

/** The schema of a switch: on the command line its presence, in a form `true` or `false`. */
export const switchSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Returns the values of the options that are present in `given`, which has texts by option name. Throws `bad-value`. */
export function parseOptions<Group extends OptionGroup>(
  group: Group,
  given: Readonly<Record<string, unknown>>,
): OptionValues<Group> {
  const present = Object.entries(group).filter(([name]) => given[name] !== undefined);
  return Object.assign({}, ...present.map(([name, option]) => ({ [name]: parseOption(name, option, given[name]) })));
}

/** Returns the value of one option. Throws `bad-value` for a text that its schema does not accept. */
export function parseOption(name: string, option: Option, given: unknown): unknown {
  const items: readonly unknown[] = [given].flat();
  // Forms may hold nested values, which no option takes.
  const isText = items.every((item) => typeof item !== 'object');
  const texts = isText ? items.map(String) : ['{…}'];
  const parsed =
    isText && isPlausible(option, texts) ? option.schema.safeParse(isListOption(option) ? texts : texts[0]) : undefined;
  if (parsed?.success) return parsed.data;
  const shown = option.secret ? '***' : texts.join(', ');
  throw invalidValue(option.label ?? words(name), shown, expectedValue(option), {
    cause: parsed?.error,
    names: optionChoices(option),
  });
}

/** Throws `bad-value` for a text that an option does not take, and for one in place of the value that it stands for. */
export function checkTexts(group: OptionGroup, values: Readonly<Record<string, unknown>>): void {
  for (const [name, option] of Object.entries(group)) {
    const value = values[name];
    const meant = typeof value === 'string' ? parseOption(name, option, value) : value;
    if (typeof value === typeof meant) continue;
    throw invalidValue(option.label ?? words(name), String(value), JSON.stringify(meant));
  }
}

/** Only a password may be blank, and only a list may have several values. */
function isPlausible(option: Option, texts: readonly string[]): boolean {
  if (texts.some((text) => text.trim() === '') && !option.secret) return false;
  return texts.length === 1 || isListOption(option);
}

/** Returns the values of the options of a group, without anything else that `values` has. */
export function pickOptions<Group extends OptionGroup>(group: Group, values: OptionValues<Group>): OptionValues<Group> {
  const picked = Object.entries(values).filter(([name]) => Object.hasOwn(group, name));
  return Object.assign({}, ...picked.map(([name, value]) => ({ [name]: value })));
}

/** Reports whether an option takes several values. */
export function isListOption({ schema }: Option): boolean {
  return inputSchema(schema) instanceof z.ZodArray;
}

/** Returns the values an option can have, when its schema lists them. */
export function optionChoices({ schema }: Option): readonly string[] | undefined {
  const input = inputSchema(schema);
  return input instanceof z.ZodEnum ? input.options.map(String) : undefined;
}

/** Returns the description of a form field. */
export function fieldDescription({ description, fieldNote }: Option): string {
  return fieldNote === undefined ? description : `${description}; ${fieldNote}`;
}

/** Returns the default in words, when there is one. */
export function shownDefault(option: Option): string | undefined {
  return option.defaultNote ?? (option.default === undefined ? undefined : String(option.default));
}

/** Returns the schema of the input, before any conversion. */
function inputSchema(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodPipe ? inputSchema(schema.in) : schema;
}

function expectedValue(option: Option): string {
  const choices = optionChoices(option);
  if (option.expected !== undefined) return option.expected;
  return choices ? new Intl.ListFormat('en', { type: 'disjunction' }).format(choices) : limitsOf(option.schema);
}

/** Returns what a schema says itself of the texts that it accepts. */
function limitsOf(schema: z.ZodType): string {
  const input = inputSchema(schema);
  if (input instanceof z.ZodString)
    return input.maxLength === null ? 'a text' : `at most ${input.maxLength} characters`;
  if (!(input instanceof z.ZodNumber)) return 'a text';
  const { minValue, maxValue, isInt } = input;
  const number = isInt ? 'a whole number' : 'a number';
  return maxValue === Number.MAX_SAFE_INTEGER
    ? `${number} of at least ${minValue}`
    : `${number} from ${minValue} to ${maxValue}`;
}

/** `maxChapters` as `max chapters`. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
