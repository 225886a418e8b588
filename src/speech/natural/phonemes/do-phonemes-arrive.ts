import { pcmSeconds } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';
import type { PhonemeCode } from './phoneme-code.ts';

/** A sentence of the same sounds in both ways, without words that espeak-ng and Kokoro write very differently. */
const sample = { text: 'The man sat in the old park.', phonemes: 'ðə mˈæn sˈæt ɪn ðɪ ˈOld pˈɑɹk.' };

/**
 * Returns whether an engine speaks encoded phonemes: speech of the same sounds has about the same length. Lost, spelled or foreign
 * sounds have not.
 */
export async function doPhonemesArrive(
  speak: (text: string) => Promise<Pcm>,
  code: Pick<PhonemeCode, 'encode'>,
): Promise<boolean> {
  try {
    const plain = pcmSeconds(await speak(sample.text));
    const encoded = pcmSeconds(await speak(code.encode(sample.phonemes)));
    return plain > 0 && encoded / plain > 0.7 && encoded / plain < 1.4;
  } catch {
    return false;
  }
}
