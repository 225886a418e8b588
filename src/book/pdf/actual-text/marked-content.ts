/** Content that a page marks (PDF 32000-1, 14.6). */
export interface MarkedContent {
  readonly tag: string;
  /** What the content says, where the page gives it beside what it draws (14.9.4). */
  readonly actualText: string | undefined;
}

const literal = String.raw`\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)`;
const word = String.raw`[^\s()<>[\]{}/%]+`;
const inlineImage = String.raw`\bID\s[\s\S]*?\sEI\b`;
const token = new RegExp(
  String.raw`%[^\r\n]*|${inlineImage}|${literal}|<<|>>|<[\da-fA-F\s]*>|/(?:${word})?|${word}`,
  'gu',
);

/** Returns the marked content of a page in the order in which it begins. Properties that are in other objects are not read. */
export function markedContent(content: string): MarkedContent[] {
  const marked: MarkedContent[] = [];
  let tag: string | undefined;
  let actualText: string | undefined;
  let before = '';
  for (const [one] of content.matchAll(token)) {
    if (before === '/ActualText') actualText = textOf(one);
    else if (one.startsWith('/')) tag ??= one.slice(1);
    else if (isOperator(one)) {
      if (one === 'BDC' || one === 'BMC') marked.push({ tag: tag ?? '', actualText });
      [tag, actualText] = [undefined, undefined];
    }
    before = one;
  }
  return marked;
}

function isOperator(one: string): boolean {
  return /^[A-Za-z'"]/u.test(one) && one !== 'true' && one !== 'false' && one !== 'null';
}

/** Returns the text of a string in hexadecimal or literal form. */
function textOf(written: string): string | undefined {
  const bytes = written.startsWith('<')
    ? Buffer.from(written.replaceAll(/[<>\s]/gu, ''), 'hex')
    : literalBytes(written);
  if (bytes === undefined) return undefined;
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const escaped: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

function literalBytes(written: string): Buffer | undefined {
  if (!written.startsWith('(')) return undefined;
  const text = written
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/gu, (_, octal?: string, one?: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) & 255);
      return one === undefined ? '' : (escaped.get(one) ?? one);
    });
  return Buffer.from(text, 'latin1');
}
