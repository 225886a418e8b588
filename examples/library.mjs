// Converts a book with the library: `node examples/library.mjs BOOK OUTPUT`
import { convertBook } from 'audiobook';

const [book, output] = process.argv.slice(2);

const report = await convertBook(book, {
  output,
  provider: 'embedded',
  maxChapters: 1,
  onProgress: (event) => {
    if (event.type === 'chapter-start') console.error(`Chapter: ${event.title}`);
  },
});

for (const { title, startMs } of report.chapters) console.log(startMs, title);
