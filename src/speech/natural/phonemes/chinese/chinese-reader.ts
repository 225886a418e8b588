import { inChineseNumbers } from '../../../../languages/zh/chinese-numbers.ts';
import { lazily } from '../../../call/lazily.ts';
import { eastAsianMarks } from '../east-asian-marks.ts';
import { foreignWords } from '../foreign-words.ts';
import type { ForeignWords } from '../foreign-words.ts';
import { ipaToLetters } from '../ipa-to-letters.ts';
import type { PhonemeReader, ReaderTools } from '../phoneme-reader.ts';
import { scriptPieces } from '../script-pieces.ts';
import type { ScriptPiece } from '../script-pieces.ts';
import { openChineseAnalyser } from './chinese-analyser.ts';
import type { ChineseAnalyser } from './chinese-analyser.ts';
import { pinyinToKokoro } from './pinyin-to-kokoro.ts';

/** Returns a reader of Mandarin. The analyser and its dictionaries are loaded with the first text. */
export function chineseReader(tools: ReaderTools): PhonemeReader {
  const analyser = lazily(openChineseAnalyser);
  const foreign = foreignWords(tools);
  return async (parts, _language, signal) => {
    const analyse = await analyser();
    const read = scriptPieces(parts).map(async (piece) => await readPiece(piece, analyse, foreign, signal));
    return (await Promise.all(read)).join(' ').replaceAll(/\s+/gu, ' ').trim();
  };
}

async function readPiece(
  piece: ScriptPiece,
  analyse: ChineseAnalyser,
  foreign: ForeignWords,
  signal: AbortSignal,
): Promise<string> {
  if (piece.kind === 'ipa') return ipaToLetters(piece.ipa);
  if (piece.kind === 'latin') return await foreign(piece.text, signal);
  return inChineseNumbers(piece.text)
    .replaceAll('〇', '零')
    .split(/(\p{Script=Han}+)/u)
    .map((run, index) => (index % 2 === 1 ? wordsIn(run, analyse) : eastAsianMarks(run)))
    .join('');
}

function wordsIn(run: string, analyse: ChineseAnalyser): string {
  return analyse(run)
    .map(({ syllables }) => syllables.map(pinyinToKokoro).join(''))
    .join(' ');
}
