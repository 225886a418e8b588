import { printableText } from '../printable-text.ts';

/** Text as it stands in XML 1.0, in elements and in attributes. */
export function escapeXml(text: string): string {
  return printableText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Attributes with a value, each with a space before it; those without one are left out. */
export function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
}
