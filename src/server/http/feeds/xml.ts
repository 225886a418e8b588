/** Returns an XML element. Attributes and texts that are undefined are left out; contents are elements that are made already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...contents: readonly (string | undefined)[]
): string {
  const listed = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inner = contents.filter((content) => content !== undefined).join('');
  return inner === '' ? `<${name}${listed}/>` : `<${name}${listed}>${inner}</${name}>`;
}

/** Returns an XML element with a text, or undefined without one. */
export function textElement(name: string, text: string | number | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : element(name, {}, escaped(String(text)));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text as contents. Characters that XML 1.0 does not have, not even as references, are dropped. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/gu, (character: string) => entities[character] ?? '');
}
