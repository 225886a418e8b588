import { escapeMarkup } from '../../core/strings/escape-xml.ts';
import { printableText } from '../printable-text.ts';

/** Escapes text for XML 1.0, in elements and attributes. */
export function escapeXml(text: string): string {
  return escapeMarkup(printableText(text));
}

/** Formats attributes, each with a space before it. Those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
}
