import type { EspeakJs } from '../../speech/embedded/espeak/espeak-js.ts';
import { bestEspeakVoice, nameEspeakVoices } from '../../speech/embedded/espeak/espeak-voices.ts';
import type { HeardPhone, SpokenWord } from './compare-speech.ts';
import type { HeardWord } from './heard-words.ts';
import { phonesOf } from './phones.ts';
import { textWords } from './text-words.ts';

/** Words whose sounds are remembered: more than a book has. */
const maxKnown = 100_000;

/**
 * Reads words as sounds with espeak-ng, each for itself, so that a word has the same sounds in the text and in what was
 * heard.
 */
export class PhoneReader {
  readonly #espeak: EspeakJs;
  readonly #voices: ReturnType<typeof nameEspeakVoices>;
  readonly #known = new Map<string, readonly string[]>();

  constructor(espeak: EspeakJs) {
    this.#espeak = espeak;
    this.#voices = nameEspeakVoices(espeak.voices);
  }

  /** Returns the words of a text. Throws when espeak-ng does not speak the language. */
  spoken(text: string, language: string): readonly SpokenWord[] {
    return textWords(text).map((one) => ({ text: one, phones: this.#read(one, language) }));
  }

  /** Returns the sounds of words that were heard. Those of a word are spread evenly over its time. */
  heard(words: readonly HeardWord[], language: string): readonly HeardPhone[] {
    return words.flatMap(({ text, from, to }) => {
      const phones = textWords(text).flatMap((one) => this.#read(one, language));
      return phones.map((phone, index) => ({ phone, at: from + ((to - from) * index) / phones.length }));
    });
  }

  #read(word: string, language: string): readonly string[] {
    const key = `${language} ${word}`;
    const known = this.#known.get(key);
    if (known) return known;
    const phones = phonesOf(this.#espeak.soundsOf(this.#voiceFor(language), word));
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, phones);
    return phones;
  }

  #voiceFor(language: string): string {
    const id = bestEspeakVoice(this.#voices, language);
    const voice = id === undefined ? undefined : this.#voices.get(id);
    if (!voice) throw new Error(`espeak-ng does not read ${language}.`);
    return voice.espeak.file;
  }
}
