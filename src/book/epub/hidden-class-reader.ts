import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { attribute, findAll, findFirst, textOf } from './markup/markup-tree.ts';
import type { Parent } from './markup/markup-tree.ts';
import { resolveReference } from './markup/resolve-reference.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';

const maxStyleSheetBytes = 2_000_000;
const maxStyleSheets = 20;

/** Creates a function that returns the classes which the style sheets of a document hide. It reads each sheet once. */
export function hiddenClassReader(archive: Archive): (root: Parent, document: string) => Promise<ReadonlySet<string>> {
  const known = new Map<string, ReadonlySet<string>>();
  const read = async (name: string): Promise<ReadonlySet<string>> => {
    const classes = known.get(name) ?? hiddenClasses(await sheetText(archive, name));
    known.set(name, classes);
    return classes;
  };
  return async (root, document) => {
    const head = findFirst(root, 'head');
    if (!head) return new Set();
    const inline = findAll(head, 'style').map((style) => hiddenClasses(textOf(style)));
    const linked = findAll(head, 'link')
      .filter((link) => attribute(link, 'rel') === 'stylesheet')
      .map((link) => resolveReference(document, attribute(link, 'href') ?? '')?.path ?? '')
      .filter((name) => path.posix.extname(name) === '.css');
    const sheets = linked.slice(0, maxStyleSheets).map((name) => read(archive.find(name) ?? name));
    const all = new Set<string>();
    for (const classes of [...inline, ...(await Promise.all(sheets))]) for (const name of classes) all.add(name);
    return all;
  };
}

/** A sheet that is missing, damaged or too large hides nothing. */
async function sheetText(archive: Archive, name: string): Promise<string> {
  try {
    return decodeText(await archive.read(name, maxStyleSheetBytes));
  } catch (error) {
    if (error instanceof AudiobookError) return '';
    throw error;
  }
}

/** Returns the classes of unconditional rules (`.x { display: none }`); rules inside `@media` and the like are ignored. */
function hiddenClasses(css: string): Set<string> {
  const names = new Set<string>();
  const rules = css
    .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    .replaceAll(/@[^{};]{0,500}\{(?:[^{}]{0,5000}\{[^{}]{0,5000}\}){0,500}[^{}]{0,5000}\}/gu, '');
  for (const [, selectors = '', body = ''] of rules.matchAll(/([^{}]{1,2000})\{([^{}]{0,5000})\}/gu)) {
    if (!/(?:display\s*:\s*none|visibility\s*:\s*hidden)/iu.test(body)) continue;
    for (const selector of selectors.split(',')) {
      const name = /^\s*\w*\.([\w-]+)\s*$/u.exec(selector)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
