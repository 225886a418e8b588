import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { trimSilence } from '../../src/core/trim-silence.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import type { Segment } from '../../src/pipeline/plan/plan.ts';
import { usualSeconds } from '../../src/speech/check/pace-prior.ts';
import { embeddedProvider } from '../../src/speech/embedded/embedded.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { kokoroSpeakers } from '../../src/speech/natural/kinds/kokoro-speakers.ts';

const { signal } = new AbortController();
/** A minute and a half of speech. */
const characters = 1500;

let provider: SpeechProvider;
let texts: readonly Segment[];

beforeAll(async () => {
  provider = await embeddedProvider();
  const { chapters } = await readBook('test/books/the-last-tram.epub', { signal });
  const plan = planBook(chapters.slice(4, 5), { limit: provider.limit, target: provider.target, language: 'en' });
  let length = 0;
  texts = plan.chapters
    .flatMap(({ segments }) => segments)
    .filter(({ text, spoken }) => {
      length += text.length;
      return spoken && length <= characters;
    });
});

afterAll(async () => await provider[Symbol.asyncDispose]());

describe('the usual length of speech', () => {
  it.each(['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal16', 'flite:kal', 'espeak:en-us', 'espeak:en-gb'])(
    'is within a tenth of what %s speaks',
    async (voice) => {
      let seconds = 0;
      for (const { text, language } of texts) {
        const { samples, sampleRate } = trimSilence(await provider.synthesize({ text, language, voice, signal }));
        seconds += samples.length / sampleRate;
      }
      const expected = usualSeconds('embedded', voice, texts);
      expect(seconds).toBeGreaterThan(30);
      expect(Math.abs(expected - seconds) / seconds).toBeLessThan(0.1);
    },
  );

  it.each([
    [
      'fr-fr',
      'Le dernier tramway quittait la place à onze heures et demie, et personne ne savait pourquoi les lampes étaient éteintes. Pierre prit la clef, ouvrit la porte du jardin et attendit. « Qui est là ? » demanda une voix. Il ne répondit pas. La vieille dame posa son livre sur la table, se leva lentement et regarda par la fenêtre, où la neige tombait depuis le matin.',
    ],
    [
      'pl',
      'Ostatni tramwaj odjechał z placu o wpół do dwunastej i nikt nie wiedział, dlaczego zgasły latarnie. Piotr wziął klucz, otworzył furtkę do ogrodu i czekał. „Kto tam?” zapytał jakiś głos. Nie odpowiedział. Stara kobieta położyła książkę na stole, wstała powoli i spojrzała przez okno, za którym od rana padał śnieg.',
    ],
    [
      'tr',
      'Son tramvay on bir buçukta meydandan ayrıldı ve lambaların neden söndüğünü kimse bilmiyordu. Ahmet anahtarı aldı, bahçe kapısını açtı ve bekledi. Bir ses kim olduğunu sordu. Cevap vermedi. Yaşlı kadın kitabını masaya koydu, yavaşça kalktı ve sabahtan beri kar yağan pencereden dışarı baktı.',
    ],
    [
      'hi',
      'आख़िरी ट्राम साढ़े ग्यारह बजे चौक से चली और किसी को नहीं मालूम था कि बत्तियाँ क्यों बुझ गईं। मोहन ने चाबी ली, बगीचे का दरवाज़ा खोला और इंतज़ार किया। किसी ने पूछा कि वहाँ कौन है। उसने जवाब नहीं दिया। बूढ़ी औरत ने अपनी किताब मेज़ पर रखी, धीरे से उठी और खिड़की से बाहर देखने लगी।',
    ],
  ])('is within a tenth of what espeak-ng speaks in %s', async (language, text) => {
    const voice = `espeak:${language}`;
    const { samples, sampleRate } = trimSilence(await provider.synthesize({ text, language, voice, signal }));
    const seconds = samples.length / sampleRate;
    expect(Math.abs(usualSeconds('embedded', voice, [{ text }]) - seconds) / seconds).toBeLessThan(0.1);
  });

  it('is that of each speaker of Kokoro, here and behind a server, and of an unknown voice a usual one', () => {
    const [slow, fast] = ['bm_george', 'af_bella'].map((name) => kokoroSpeakers.get(name)?.secondsPerUnit ?? 0);
    expect(slow).not.toBe(fast);
    for (const name of kokoroSpeakers.keys()) {
      const here = usualSeconds('embedded', `kokoro:${name}`, texts);
      expect(usualSeconds('kokoro', name, texts)).toBe(here);
      expect(here / usualSeconds('embedded', 'kokoro:nobody', texts)).toBeGreaterThan(0.6);
    }
    expect(usualSeconds('polly', 'Joanna', texts)).toBe(usualSeconds('polly', 'Matthew', texts));
  });
});
