// Reads an EPUB with epub2, a reader that shares no code with ours, and prints what it found as JSON. epub2 can end the whole
// process on a book that it does not like, so tests run it as a child: `node test/helpers/read-with-epub2.mjs book.epub`.
import { EPub } from 'epub2';

const epub = await EPub.createAsync(process.argv[2] ?? '');
const spine = [];
for (const { id, href } of epub.flow) {
  const markup = await epub.getChapterRawAsync(id ?? '');
  const text = markup.replace(/<head[^]*?<\/head>|<[^>]*>/gu, ' ');
  spine.push({ path: href, words: text.match(/[\p{L}\p{N}][\p{L}\p{N}’']*/gu)?.length ?? 0 });
}
const { title, creator, language } = epub.metadata;
console.log(
  JSON.stringify({
    title,
    creator,
    language,
    spine,
    toc: epub.toc.map((/** @type {{ title?: string }} */ entry) => entry.title),
  }),
);
