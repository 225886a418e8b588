import { AudiobookError } from '../../core/errors.ts';
import { baseLanguage, languageName } from '../../core/language.ts';

/** Returns the error for a language that no installed recognizer hears. */
export function missingRecognizer(language: string): AudiobookError {
  return new AudiobookError(
    'tool-missing',
    `No recognizer for ${languageName(language)} is installed. Install one with 'audiobook recognizers install ${baseLanguage(language)}'.`,
  );
}
