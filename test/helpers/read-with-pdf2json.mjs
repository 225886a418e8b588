// Prints the text that pdf2json finds, one line per piece, after a marker, because its warnings go to stdout too.
import PDFParser from 'pdf2json';

const parser = new PDFParser(undefined, false, process.argv[3]);
parser.on('pdfParser_dataError', (error) => {
  throw error instanceof Error ? error : error.parserError;
});
parser.on('pdfParser_dataReady', ({ Pages }) => {
  const pieces = Pages.flatMap((page) => page.Texts.map((text) => text.R.map((run) => decode(run.T)).join('')));
  process.stdout.write(`\n<<<text>>>\n${pieces.join('\n')}`);
});
void parser.loadPDF(process.argv[2] ?? '');

/**
 * Decodes a percent-encoded text. A single percent sign is not encoded.
 * @param {string} text
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
