/** Content that a page marks (PDF 32000-1, 14.6). */
export interface MarkedContent {
  readonly tag: string;
  /** What the content says, where the page gives it beside what it draws (14.9.4). */
  readonly actualText: string | undefined;
}

const token = /%[^\r\n]*|<<|>>|<[\da-fA-F\s]*>|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+|\(/gu;
const endOfImage = /\sEI(?![^\s()<>[\]{}/%])/gu;

/** Returns the marked content of a page in the order in which it begins. Properties that are in other objects are not read. */
export function markedContent(content: string): MarkedContent[] {
  const marked: MarkedContent[] = [];
  let tag: string | undefined;
  let actualText: string | undefined;
  let before = '';
  for (const one of tokensOf(content)) {
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

/** Takes each character once, however broken the content is. An inline image is one token: its bytes can be anything. */
function* tokensOf(content: string): Generator<string, void, undefined> {
  const scanner = new RegExp(token);
  for (let found = scanner.exec(content); found; found = scanner.exec(content)) {
    const [one] = found;
    if (one === '(') scanner.lastIndex = afterLiteral(content, found.index);
    if (one === 'ID') scanner.lastIndex = afterImage(content, scanner.lastIndex);
    yield content.slice(found.index, scanner.lastIndex);
  }
}

function afterImage(content: string, from: number): number {
  const end = new RegExp(endOfImage);
  end.lastIndex = from;
  return end.test(content) ? end.lastIndex : content.length;
}

function afterLiteral(content: string, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    if (content[at] === '\\') at += 1;
    else if (content[at] === '(') depth += 1;
    else if (content[at] === ')' && (depth -= 1) === 0) return at + 1;
  }
  return content.length;
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
  // One byte too many at the end is a replacement character, and no error.
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('latin1');
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
