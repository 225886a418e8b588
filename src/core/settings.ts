/** One thing that can be set from outside; the table feeds flags, errors, `providers` and the README. */
export interface Setting {
  /** The environment variable, also the name in `.env` and `.keys`. */
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  /** Never shown in logs, errors or reports. */
  readonly secret?: boolean;
  /** Other names that are read when `name` is not set. */
  readonly aliases?: readonly string[];
}

/** Values from outside, looked up in the order in which the sources are given: the first that has a name wins. */
export interface Settings {
  /** The value of a setting: first source that has it (by name, then by alias), else its default, else undefined. An empty string counts as not set. */
  get(setting: Setting): string | undefined;
}

export type SettingSource = Readonly<Record<string, string | undefined>>;

/** Settings over sources in falling precedence (environment, `.env`, keys file, keys module). */
export function settingsFrom(sources: readonly SettingSource[]): Settings {
  return {
    get(setting) {
      for (const source of sources) {
        for (const name of [setting.name, ...(setting.aliases ?? [])]) {
          const value = source[name];
          if (value !== undefined && value.trim() !== '') return value.trim();
        }
      }
      return setting.default;
    },
  };
}
