import { readJoinedWords, readKanjiReadings } from '../../../../languages/ja/japanese-data.ts';
import { inJapaneseNumerals } from '../../../../languages/ja/japanese-numerals.ts';
import { lazily } from '../../../call/lazily.ts';
import { eastAsianMarks } from '../east-asian-marks.ts';
import { foreignWords } from '../foreign-words.ts';
import type { ForeignWords } from '../foreign-words.ts';
import { ipaToLetters } from '../ipa-to-letters.ts';
import type { PhonemeReader, ReaderTools } from '../phoneme-reader.ts';
import { scriptPieces } from '../script-pieces.ts';
import type { ScriptPiece } from '../script-pieces.ts';
import { openJapaneseAnalyser } from './japanese-analyser.ts';
import type { JapaneseAnalyser } from './japanese-analyser.ts';
import { japaneseWords } from './japanese-words.ts';
import type { JapaneseData } from './japanese-words.ts';
import { kanaToKokoro } from './kana-to-kokoro.ts';

/** Returns a reader of Japanese. The analyser, its dictionary and the data are loaded with the first text. */
export function japaneseReader(tools: ReaderTools): PhonemeReader {
  const analyser = lazily(openJapaneseAnalyser);
  const data = lazily(async () => {
    const [joinedWords, kanjiReadings] = await Promise.all([readJoinedWords(), readKanjiReadings()]);
    return { joinedWords, kanjiReadings };
  });
  const foreign = foreignWords(tools);
  return async (parts, _language, signal) => {
    const own = { analyse: await analyser(), data: await data() };
    const read = scriptPieces(parts.map((part) => ({ ...part, text: plain(part.text) }))).map(
      async (piece) => await readPiece(piece, own, foreign, signal),
    );
    return tidy((await Promise.all(read)).join(' '));
  };
}

/** Returns full and half forms as usual ones, with one sign for an ellipsis, and in words what the analyser has no word for. */
function plain(text: string): string {
  return text
    .replaceAll(/…+|‥+|・{2,}/gu, '…')
    .replaceAll(/(?<=[\d０-９])[%％]/gu, 'パーセント')
    .replaceAll('℃', '度')
    .replaceAll(/[^…]+/gu, (rest) => rest.normalize('NFKC'));
}

interface JapaneseTools {
  readonly analyse: JapaneseAnalyser;
  readonly data: JapaneseData;
}

async function readPiece(
  piece: ScriptPiece,
  { analyse, data }: JapaneseTools,
  foreign: ForeignWords,
  signal: AbortSignal,
): Promise<string> {
  if (piece.kind === 'ipa') return ipaToLetters(piece.ipa);
  if (piece.kind === 'latin') return await foreign(piece.text, signal);
  // The analyser takes digits for unknown words, and a range of numbers for a mark.
  const text = inJapaneseNumerals(piece.text.replaceAll(/(?<=\d)[〜~](?=\d)/gu, 'から'));
  return japaneseWords(analyse(text), data)
    .map(({ written, kana }) => ` ${wordPhonemes(written, kana)}`)
    .join('');
}

function wordPhonemes(written: string, kana: string): string {
  if (/[\p{L}\p{N}ー]/u.test(written)) return kanaToKokoro(kana);
  return eastAsianMarks(written);
}

/** Marks stand at the word that they belong to, and a stop (`ʔ`) has no pause beside it. */
function tidy(phonemes: string): string {
  return phonemes
    .replaceAll(/(?<=[,.!?:;…—”)])|(?=[“(])/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[,.!?:;…—”)])|(?<=[“(]) /gu, '')
    .replaceAll(/(?<![!,.:;?—…”]) (?=ʔ)|(?<=ʔ) (?![“(])/gu, '')
    .trim();
}
