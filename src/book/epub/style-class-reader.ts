import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { raisesText } from './markup/context/raises-text.ts';
import { attribute, findAll, findFirst, textOf } from './markup/markup-tree.ts';
import type { Parent } from './markup/markup-tree.ts';
import { resolveReference } from './markup/resolve-reference.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';

/** Classes by what the style sheets of a document do with them. */
export interface StyleClasses {
  readonly hidden: ReadonlySet<string>;
  /** Their text stands above the line and is not larger, as the mark of a note does. */
  readonly raised: ReadonlySet<string>;
}

const maxStyleSheetBytes = 2_000_000;
const maxStyleSheets = 20;

/** Creates a function that returns the classes which the style sheets of a document hide or raise. It reads each sheet once. */
export function styleClassReader(archive: Archive): (root: Parent, document: string) => Promise<StyleClasses> {
  const known = new Map<string, StyleClasses>();
  const read = async (name: string): Promise<StyleClasses> => {
    const classes = known.get(name) ?? classesOf(await sheetText(archive, name));
    known.set(name, classes);
    return classes;
  };
  return async (root, document) => {
    const head = findFirst(root, 'head');
    if (!head) return { hidden: new Set(), raised: new Set() };
    const inline = findAll(head, 'style').map((style) => classesOf(textOf(style)));
    const linked = findAll(head, 'link')
      .filter((link) => attribute(link, 'rel') === 'stylesheet')
      .map((link) => resolveReference(document, attribute(link, 'href') ?? '')?.path ?? '')
      .filter((name) => path.posix.extname(name) === '.css');
    const sheets = linked.slice(0, maxStyleSheets).map((name) => read(archive.find(name) ?? name));
    const all = [...inline, ...(await Promise.all(sheets))];
    return {
      hidden: new Set(all.flatMap(({ hidden }) => [...hidden])),
      raised: new Set(all.flatMap(({ raised }) => [...raised])),
    };
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
function classesOf(css: string): StyleClasses {
  const classes = { hidden: new Set<string>(), raised: new Set<string>() };
  const rules = css
    .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    .replaceAll(/@[^{};]{0,500}\{(?:[^{}]{0,5000}\{[^{}]{0,5000}\}){0,500}[^{}]{0,5000}\}/gu, '');
  for (const [, selectors = '', body = ''] of rules.matchAll(/([^{}]{1,2000})\{([^{}]{0,5000})\}/gu)) {
    if (/(?:display\s*:\s*none|visibility\s*:\s*hidden)/iu.test(body)) addClasses(classes.hidden, selectors, whole);
    if (raisesText(body)) addClasses(classes.raised, selectors, last);
  }
  return classes;
}

const whole = /^\s*\w*\.([\w-]+)\s*$/u;
/** Of the element itself, wherever it stands: `p a.note`. */
const last = /(?:^|[\s>+~])\w*\.([\w-]+)\s*$/u;

function addClasses(names: Set<string>, selectors: string, pattern: RegExp): void {
  for (const selector of selectors.split(',')) {
    const name = pattern.exec(selector)?.[1];
    if (name !== undefined) names.add(name);
  }
}
