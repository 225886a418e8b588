import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const subjects = [
  'The ferryman',
  'An old engineer',
  'My neighbour',
  'The girl from the mill',
  'Doctor Marsh',
  'The postman',
];
const verbs = ['remembered', 'carried', 'repaired', 'counted', 'sold', 'painted', 'looked for', 'wrote about'];
const objects = [
  'the green boat',
  'seven letters',
  'a broken clock',
  'the last apples',
  'his brother’s coat',
  'the bridge',
];
const places = [
  'before the rain',
  'in the upper room',
  'at half past nine',
  'beside the quiet canal',
  'on the way to Linden',
];

/**
 * Builds an EPUB of about `words` common words, in which no two consecutive sentences are the same. `pictures` is the number of
 * files of a megabyte that it has besides. `changed` is the number of a chapter with one more sentence.
 */
export async function benchBook(words, wordsPerChapter = 1500, pictures = 0, changed = 0) {
  const chapters = Math.max(1, Math.round(words / wordsPerChapter));
  const zip = new ZipFile();
  const add = (name, text, compress = true) =>
    zip.addBuffer(Buffer.from(text), name, { compress, mtime: new Date(2020, 0, 1) });
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  const numbers = Array.from({ length: chapters }, (_, index) => index + 1);
  const images = Array.from({ length: pictures }, (_, index) => `p${index + 1}.jpg`);
  for (const name of images) zip.addBuffer(randomBytes(2 ** 20), name, { compress: false });
  add('content.opf', opf(numbers, images));
  add('nav.xhtml', page('Contents', `<nav epub:type="toc"><ol>${numbers.map(navLine).join('')}</ol></nav>`));
  let sentence = 0;
  for (const number of numbers) {
    const paragraphs = [];
    for (let length = 0; length < words / chapters;) {
      const sentences = Array.from({ length: 5 }, () => sentenceNumber(sentence++)).join(' ');
      length += sentences.split(' ').length;
      paragraphs.push(`<p>${sentences}</p>`);
    }
    if (number === changed) paragraphs.splice(3, 0, '<p>It rained.</p>');
    add(`c${number}.xhtml`, page(`Chapter ${number}`, `<h1>Chapter ${number}</h1>${paragraphs.join('')}`));
  }
  zip.end();
  return await buffer(zip.outputStream);
}

function sentenceNumber(number) {
  const pick = (list, step) => list[Math.floor(number / step) % list.length];
  const subject = subjects[number % subjects.length];
  const when = pick(places, 48);
  return `${subject} ${pick(verbs, 6)} ${pick(objects, 7)} ${when}, and it was the ${number + 1}th time that year.`;
}

function navLine(number) {
  return `<li><a href="c${number}.xhtml">Chapter ${number}</a></li>`;
}

function opf(numbers, images) {
  const items = numbers.map((n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`).join('');
  const pictures = images.map((name) => `<item id="${name}" href="${name}" media-type="image/jpeg"/>`).join('');
  const spine = numbers.map((n) => `<itemref idref="c${n}"/>`).join('');
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">bench</dc:identifier><dc:title>Bench</dc:title>
<dc:language>en</dc:language><dc:creator>Ann Writer</dc:creator></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items}${pictures}</manifest><spine>${spine}</spine></package>`;
}

function page(title, body) {
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body>${body}</body></html>`;
}

const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
