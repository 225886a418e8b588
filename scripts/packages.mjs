// Decides which packages are bundled and which npm installs.
import path from 'node:path';

/**
 * Files for large packages of which little is used, so that users need not install the rest, and for those whose many files
 * would take long to load. Each is named after the import that it stands for.
 */
const replaced = {
  'pdfjs-dist/legacy/build/pdf.mjs': './pdfjs/pdf.mjs',
  '@google-cloud/text-to-speech': './google-cloud.js',
  'google-gax': './google-cloud.js',
  'eld/extrasmall': './eld.js',
  'prom-client': './prom-client.js',
  htmlparser2: './htmlparser2.js',
  zod: './zod.js',
  openai: './openai.js',
};

/** Small packages that become part of the module that imports them. */
const inlined = new Set(['@mozilla/readability', 'chardet', 'linkedom', 'markdown-it', 'markdown-it-footnote']);

/** Matches the path of a file of a package. */
export const packageFile = /[\\/]node_modules[\\/]/u;

/**
 * Reports whether an import names a package.
 * @param {string} id
 * @returns {boolean}
 */
export function isPackage(id) {
  // Code that parses markup stays in chunks that load this file.
  return id === replaced.htmlparser2 || (!id.startsWith('.') && !path.isAbsolute(id));
}

/**
 * Reports whether an import is left to npm.
 * @param {string} id
 * @param {string} [importer]
 * @returns {boolean}
 */
export function isExternal(id, importer = '') {
  return isPackage(id) && !Object.hasOwn(replaced, id) && !inlined.has(id) && !packageFile.test(importer);
}

/**
 * Puts files of the program in the place of packages.
 * @type {import('rolldown').Plugin}
 */
export const replacedPackages = {
  name: 'replaced',
  resolveId: (id, importer = '') =>
    Object.hasOwn(replaced, id) && !packageFile.test(importer) ? { id: replaced[id], external: true } : null,
};
