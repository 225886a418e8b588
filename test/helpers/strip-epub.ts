import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  O: '“',
  C: '”',
  o: '‘',
  c: '’',
  D: '—',
};

/**
 * Returns the text of each document by patterns over the raw markup, sharing only the unzipping with our reader. Text
 * that our reader must leave out (ruby readings, note marks, page and line numbers) is removed here, too.
 */
export async function stripEpub(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const zip = await openPromise(file, { lazyEntries: true });
  const raw = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    if (!/\.(?:x?html?|opf)$/u.test(entry.fileName)) continue;
    raw.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  }
  const [opfName = '', opf = ''] = [...raw].find(([name]) => name.endsWith('.opf')) ?? [];
  const items = new Map<string, string>();
  for (const [item] of opf.matchAll(/<item\s[^>]*>/gu)) items.set(valueOf(item, 'id'), valueOf(item, 'href'));
  for (const [reference] of opf.replaceAll(/<!--[^]*?-->/gu, '').matchAll(/<itemref\s[^>]*>/gu)) {
    const name = path.posix.join(
      path.posix.dirname(opfName),
      decodeURIComponent(items.get(valueOf(reference, 'idref')) ?? ''),
    );
    texts.set(name, strip(raw.get(name) ?? ''));
  }
  return texts;
}

function valueOf(tag: string, name: string): string {
  return new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag)?.slice(1).join('') ?? '';
}

function strip(markup: string): string {
  return (markup.split(/<body\b/u)[1] ?? '')
    .replace(/^[^>]*>/u, '')
    .replaceAll(/<!--[^]*?-->/gu, '')
    .replaceAll(/<(script|rt|rp|(?:m:)?math|svg)\b[^]*?<\/\1>/gu, ' ')
    .replaceAll(/<epub:case\b[^]*?<\/epub:case>/gu, ' ')
    .replaceAll(
      /<(\w+)[^>]*(?:epub:type="(?:pagebreak|noteref|backlink)"|role="doc-(?:backlink|noteref)"|class="lnum")[^>]*(?<!\/)>[^]*?<\/\1>/gu,
      '',
    )
    .replaceAll(/<\/?(?:p|div|h\d|li|td|th|tr|br|blockquote|section|dt|dd|pre|figcaption|hr|img|table)\b[^>]*>/gu, ' ')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&#x([\da-f]+);/giu, (_match, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/gu, (_match, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/gu, (match, name: string) => named[name] ?? match);
}
