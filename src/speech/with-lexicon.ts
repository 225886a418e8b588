import type { Pcm } from '../core/pcm.ts';
import { halveText } from '../text/cut/halve-text.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import { textOf } from '../text/lexicon/spoken-part.ts';
import { textLength } from '../text/text-length.ts';
import type { SpeechProvider, SpeechRequest } from './provider.ts';
import { findWords } from './words/find-words.ts';
import { joinSpeech } from './words/join-speech.ts';
import { withWords } from './words/with-words.ts';
import { wordsIn } from './words/words-in.ts';

/** The provider with the pronunciations of a lexicon. Callers use the text of the book; only the service is sent what is to be heard. */
export function withLexicon(provider: SpeechProvider, lexicon: Lexicon): SpeechProvider {
  const readsIpa = (voice: string): boolean => provider.facts?.(voice).readsIpa ?? false;
  const spokenParts: SpeechProvider['spokenParts'] = ({ text, voice, language }) =>
    lexicon.partsOf(text, { voice, language, readsIpa: readsIpa(voice) });
  const warnings = new Map<string, string>();
  const unusedIn = (text: string, voice: string): string | undefined => {
    const unused = readsIpa(voice) ? [] : lexicon.unusedIn(text, voice);
    if (unused.length === 0) return undefined;
    // Callers show equal warnings once.
    const warning = warnings.get(voice) ?? unusedWarning(voice, unused);
    warnings.set(voice, warning);
    return warning;
  };
  return {
    ...provider,
    spokenParts,
    isSilent: (text, language) => lexicon.isSilent(text, language),
    synthesize: (request) => speak(request, { ...provider, spokenParts }),
    async phonemes(request) {
      const parts = spokenParts(request);
      return await provider.phonemes?.(parts ? { ...request, text: textOf(parts), parts } : request);
    },
    facts(voice) {
      const facts = provider.facts?.(voice) ?? {};
      return { ...facts, warningFor: (text) => facts.warningFor?.(text) ?? unusedIn(text, voice) };
    },
  };
}

/** Sends what is to be heard, in halves when it is longer than the provider takes: the plan knows the text of the book alone. */
async function speak(request: SpeechRequest, provider: SpeechProvider): Promise<Pcm> {
  const { limit } = provider;
  const parts = provider.spokenParts?.(request);
  if (!parts) return await provider.synthesize(request);
  const text = textOf(parts);
  const halves = textLength(text, limit.unit) > limit.max ? halveText(request.text) : undefined;
  if (!halves) return withOwnWords(await provider.synthesize({ ...request, text, parts }), text, request.text);
  const [first, second] = halves;
  return joinSpeech([
    { text: first, pcm: await speak({ ...request, text: first }, provider) },
    { text: second, pcm: await speak({ ...request, text: second }, provider) },
  ]);
}

/** Returns speech whose words are placed in the text of the book instead of in what the service was sent. */
function withOwnWords(pcm: Pcm, sent: string, text: string): Pcm {
  const { words } = pcm;
  if (!words) return pcm;
  const named = new Map(wordsIn(sent).map((word) => [word.offset, word.text]));
  const spoken = words.map(({ offset, sample }) => ({ text: named.get(offset) ?? '', sample }));
  return withWords({ ...pcm, words: undefined }, text, findWords(text, spoken));
}

function unusedWarning(voice: string, [first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return (
    `The lexicon has only a pronunciation in IPA for “${first}”${more}, which the voice '${voice}' cannot read. ` +
    `Such words are read as they are written. Add a spoken form: ${first}: { ipa: …, say: … }.`
  );
}
