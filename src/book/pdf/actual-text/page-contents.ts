import type { PdfObjects } from '../objects/pdf-objects.ts';

/** Returns what a page draws, by the number of its object; undefined when that cannot be read. */
export type PageContents = (page: number) => string | undefined;

/**
 * Reads the content streams of pages (PDF 32000-1, 7.8.2): PDF.js returns what they draw, but not all that they say.
 */
export function pageContents(objects: PdfObjects): PageContents {
  return (page) => {
    const streams = referencesIn(contentsOf(objects.text(page) ?? ''), objects).map((number) => objects.stream(number));
    return streams.length > 0 && streams.every((one) => one !== undefined) ? streams.join('\n') : undefined;
  };
}

function contentsOf(dictionary: string): string {
  return /\/Contents\s*(\d+\s+\d+\s+R|\[[^\]]*\])/u.exec(dictionary)?.[1] ?? '';
}

/** Returns the numbers of the objects that a value refers to. One reference can lead to a list of them. */
function referencesIn(value: string, objects: PdfObjects): number[] {
  const numbers = [...value.matchAll(/(\d+)\s+\d+\s+R/gu)].map(([, number]) => Number(number));
  const list = value.startsWith('[') ? undefined : objects.text(numbers[0] ?? -1)?.trim();
  return list?.startsWith('[') === true ? referencesIn(list, objects) : numbers;
}
