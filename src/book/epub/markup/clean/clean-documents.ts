import type { BookChoices } from '../../../book-choices.ts';
import type { FlowDocument } from '../flow-block.ts';
import { withoutBareVerses } from './bare-verses.ts';
import { dropNoteMarks } from './drop-note-marks.ts';
import { partNumbers } from './part-numbers.ts';
import { withRepeatedBreaks } from './repeated-breaks.ts';
import { withoutSpacedCapitals } from './spaced-capitals.ts';

/** Removes from the documents of a book what only all of them show to be no text: numbers of notes and verses, breaks and spaced capitals. */
export function cleanDocuments(
  documents: readonly FlowDocument[],
  choices: Pick<BookChoices, 'verseNumbers'>,
  joinCapitals: (text: string) => string,
): readonly FlowDocument[] {
  const parted = dropNoteMarks(documents).map((document) => partNumbers(document, choices));
  const unnumbered = choices.verseNumbers === 'read' ? parted : withoutBareVerses(parted);
  return withRepeatedBreaks(unnumbered).map((document) => withoutSpacedCapitals(document, joinCapitals));
}
