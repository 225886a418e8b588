import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Copies the parts of PDF.js and Swagger UI that the program uses: of 41 MB and 12 MB they are 4 MB and 2 MB.
 * @param {string} dist
 */
export async function copyAssets(dist) {
  await copyPdfjs(path.join(dist, 'pdfjs'));
  await copySwaggerUi(path.join(dist, 'swagger-ui'));
}

/** @param {string} target */
async function copyPdfjs(target) {
  const source = packageFolder('pdfjs-dist');
  await mkdir(target, { recursive: true });
  // The names that PDF.js looks for; a name without `min` keeps its worker beside it.
  await copyFile(path.join(source, 'legacy/build/pdf.min.mjs'), path.join(target, 'pdf.mjs'));
  await copyFile(path.join(source, 'legacy/build/pdf.worker.min.mjs'), path.join(target, 'pdf.worker.mjs'));
  await packFiles(source, await resources(source), path.join(target, 'resources'));
}

/**
 * Character maps, fonts for books that embed none, and decoders of JPEG 2000 and JBIG2.
 * @param {string} source
 */
async function resources(source) {
  const files = [];
  for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
    for (const name of await readdir(path.join(source, folder))) {
      if (/\.(?:bcmap|pfb|ttf|wasm)$/u.test(name)) files.push(`${folder}/${name}`);
    }
  }
  return files;
}

/**
 * Writes many small files as one, with an index of their offsets and lengths.
 * @param {string} source
 * @param {readonly string[]} files
 * @param {string} target
 */
async function packFiles(source, files, target) {
  /** @type {Record<string, [number, number]>} */
  const index = {};
  const contents = [];
  let offset = 0;
  for (const file of files.toSorted()) {
    const bytes = await readFile(path.join(source, file));
    index[file] = [offset, bytes.length];
    contents.push(bytes);
    offset += bytes.length;
  }
  await writeFile(`${target}.json`, JSON.stringify(index));
  await writeFile(`${target}.bin`, Buffer.concat(contents));
}

/** @param {string} target */
async function copySwaggerUi(target) {
  const source = packageFolder('swagger-ui-dist');
  await mkdir(target, { recursive: true });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    await copyFile(path.join(source, file), path.join(target, file));
  }
  // The colors and letters of the page.
  await copyFile(path.join(import.meta.dirname, '../src/web/styles/tokens.css'), path.join(target, 'tokens.css'));
}

/** @param {string} name */
function packageFolder(name) {
  return path.dirname(require.resolve(`${name}/package.json`));
}
