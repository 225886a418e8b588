import { normalizeWords } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';

/** A shorter line of the frame may be one of the script, too. */
const minWords = 3;

/** Removes lines that the model repeats from its request, `frame`, and the text with its tags. Lines of the source stay. */
export function removeEcho(text: string, frame: string, source: SourceText): string {
  const lines = new Set(
    frame
      .split('\n')
      .map(normalizeWords)
      .filter((line) => line.split(' ').length >= minWords),
  );
  return text
    .replaceAll(/<text>.*?<\/text>/gisu, '')
    .split('\n')
    .filter((line) => !lines.has(normalizeWords(line)) || source.contains(line))
    .map((line) => line.replaceAll(/<\/?text>/giu, ''))
    .join('\n');
}
