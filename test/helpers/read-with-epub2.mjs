// Reads an EPUB with epub2, a reader that shares no code with ours, and prints the result as JSON. It runs as a child
// process because epub2 can end the whole process on a book that it cannot read.
import { EPub } from 'epub2';

const epub = await EPub.createAsync(process.argv[2] ?? '');
const spine = [];
for (const { id, href } of epub.flow) spine.push({ path: href, text: strip(await epub.getChapterRawAsync(id ?? '')) });
const { title, creator, language } = epub.metadata;
const toc = epub.toc.map((/** @type {{ title?: string }} */ entry) => entry.title);
process.stdout.write(JSON.stringify({ title, creator, language, toc, spine }));

/** @param {string} markup */
function strip(markup) {
  return markup
    .replaceAll(/<head[^]*?<\/head>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>|<\?[^>]*>/gu, '')
    .replaceAll(/<(script|rt|rp|(?:m:)?math|svg)\b[^]*?<\/\1>|<epub:case\b[^]*?<\/epub:case>/gu, ' ')
    .replaceAll(/<(\w+)[^>]*(?:epub:type="pagebreak"|class="lnum")[^>]*(?<!\/)>[^]*?<\/\1>/gu, '')
    .replaceAll(/<\/?(?:p|div|h\d|li|td|th|tr|br|blockquote|section|dt|dd|pre|hr|img|table|body)\b[^>]*>/gu, ' ')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&#x([\da-f]+);/giu, (_match, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/gu, (_match, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp|[OCocD]);/gu, ' ');
}
