import { providers } from './registry.ts';

/** The settings of every provider as a Markdown table, for the README; a test compares them. */
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
