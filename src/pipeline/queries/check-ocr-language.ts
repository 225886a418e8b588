import { checkOcrLanguages } from '../../book/pdf/ocr/tesseract.ts';

/** Whether text recognition knows the languages, such as `de` or `deu+eng`. Throws `bad-value`. */
export async function checkOcrLanguage(wanted: string): Promise<void> {
  await checkOcrLanguages(wanted);
}
