import { providers } from './registry.ts';

/** Returns the settings of all providers as a Markdown table, for the README. A test compares the two. */
export function speechSettingsTable(): string {
  const rows = providers.flatMap(({ id, settings }) =>
    settings.map(({ name, description, default: value, secret }) => [
      `\`${id}\``,
      `\`${name}\``,
      description + (secret ? ' (secret)' : ''),
      value === undefined ? '' : `\`${value}\``,
    ]),
  );
  const head = ['Provider', 'Setting', 'What it does', 'Default'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
