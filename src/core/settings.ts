import type { z } from 'zod';
import { invalidValue } from './errors.ts';

/** A setting of the environment or a keys file. Tables of settings feed error messages, the keys files and the documents. */
export interface Setting {
  /** The environment variable, also the name in `.env` and `.keys`. */
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  /** Never shown in logs, errors or reports. */
  readonly secret?: boolean;
  /** Whether the value is a program that is run, or chooses what is run. It is then never taken from a file in the working folder. */
  readonly isProgram?: boolean;
  /** Other names that are read when `name` is not set. */
  readonly aliases?: readonly string[];
  /** The setting to use instead. An old one counts, is in no document, and is pointed at where it is set. */
  readonly old?: string;
}

/** Returns the sentence about an old name of a flag, a command or a setting, and the one that took its place. */
export function oldNameHint(before: string, now: string): string {
  return `${before} is an old name. Use ${now}.`;
}

/** A setting whose value is checked and converted by a schema. */
export interface ParsedSetting<T> extends Setting {
  readonly default: string;
  /** Receives the value as a string. */
  readonly schema: z.ZodType<T>;
  /** Completes the sentence "Expected …" in the error for a bad value, without a full stop. */
  readonly expected: string;
  readonly secret?: never;
}

/** The values of settings. */
export interface Settings {
  /** Returns the value from the first source that has it (by name, then by alias), or the default. An empty string counts as not set. */
  get(setting: Setting): string | undefined;
  /** Returns the value as the setting's schema converts it. Throws `bad-value` when the schema does not accept it. */
  read<T>(setting: ParsedSetting<T>): T;
}

/** Values by name, as one source gives them. */
export type SettingSource = Readonly<Record<string, string | undefined>>;

/** Returns settings over sources in descending precedence (environment, `.env`, keys file, keys module). */
export function settingsFrom(sources: readonly SettingSource[]): Settings {
  const get = (setting: Setting): string | undefined => {
    for (const source of sources) {
      for (const name of [setting.name, ...(setting.aliases ?? [])]) {
        const value = source[name];
        if (value !== undefined && value.trim() !== '') return value.trim();
      }
    }
    return setting.default;
  };
  return withReader(get);
}

/** Returns settings of which one has the value that a flag gave. Without a value, they stay as they are. */
export function withSetting(settings: Settings, setting: Setting, value: string | undefined): Settings {
  if (value === undefined) return settings;
  return withReader((asked) => (asked.name === setting.name ? value : settings.get(asked)));
}

function withReader(get: Settings['get']): Settings {
  return {
    get,
    read(setting) {
      const value = get(setting);
      const parsed = setting.schema.safeParse(value);
      if (parsed.success) return parsed.data;
      throw invalidValue(setting.name, value, setting.expected, { cause: parsed.error });
    },
  };
}
