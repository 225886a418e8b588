import { escapeXml } from './escape-xml.ts';

/** Attributes by name. Those that are undefined are left out. */
export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** Returns attributes, each with a space before it. */
export function attributes(values: XmlAttributes): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(String(value))}"`))
    .join('');
}

/** Returns an XML element. Contents are elements that are made already, and texts that are escaped; those that are undefined are left out. */
export function element(name: string, named: XmlAttributes = {}, ...contents: readonly (string | undefined)[]): string {
  const inner = contents.filter((content) => content !== undefined).join('');
  return inner === '' ? `<${name}${attributes(named)}/>` : `<${name}${attributes(named)}>${inner}</${name}>`;
}

/** Returns an XML element with a text, or undefined without one. */
export function textElement(
  name: string,
  text: string | number | undefined,
  named?: XmlAttributes,
): string | undefined {
  return text === undefined || text === '' ? undefined : element(name, named, escapeXml(String(text)));
}
