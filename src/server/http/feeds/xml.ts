import { escapeXml } from '../../../core/strings/escape-xml.ts';

/** Returns an XML element. Attributes and texts that are undefined are left out; contents are elements that are made already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...contents: readonly (string | undefined)[]
): string {
  const listed = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inner = contents.filter((content) => content !== undefined).join('');
  return inner === '' ? `<${name}${listed}/>` : `<${name}${listed}>${inner}</${name}>`;
}

/** Returns an XML element with a text, or undefined without one. */
export function textElement(name: string, text: string | number | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : element(name, {}, escapeXml(String(text)));
}
