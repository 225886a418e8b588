import { afterAll, describe, expect, it } from 'vitest';
import { EnginePool } from '../../../../src/speech/embedded/engine-pool.ts';
import { openEspeakReader } from '../../../../src/speech/embedded/espeak/open-espeak-reader.ts';
import { openReader } from '../../../../src/speech/natural/phonemes/readers.ts';
import type { SpokenPart } from '../../../../src/text/lexicon/spoken-part.ts';

const { signal } = new AbortController();
const pool = new EnginePool();
afterAll(async () => await pool[Symbol.asyncDispose]());

async function phonemes(language: string, text: string | readonly SpokenPart[]): Promise<string | undefined> {
  const espeak = await openEspeakReader(pool);
  const read = espeak && (await openReader(language, { folder: '', ...espeak }));
  return await read?.(typeof text === 'string' ? [{ text }] : text, language, signal);
}

/** Made with misaki 0.9.4 and espeak-ng 1.52, as the texts that Kokoro was trained on. */
const right: readonly (readonly [language: string, text: string, phonemes: string])[] = [
  [
    'es',
    'El muchacho echó un vistazo al coche y dijo que mañana lloverá en la ciudad.',
    'el muʧˈaʧo eʧˈo ˈum bistˈaθo al kˈoʧe i ðˈixo ke maɲˈana ʎˌoβeɾˈa en la θjuðˈad.',
  ],
  [
    'es',
    '¿Quién ha llamado a la puerta a estas horas de la noche?',
    '¿kjˈen ˈa ʎamˈaðo a la pwˈeɾta a ˈestas ˈoɾas ðe la nˈoʧe?',
  ],
  [
    'fr',
    'Elle renvoie « true » (zéro) si la commande est trouvée et « false » dans le cas contraire.',
    'ɛl ʁɑ̃vwˈa “ tʁˈy ” (zeʁˈo) sˈi la kɔmˈɑ̃d ɛ tʁuvˈe ˈe “ fˈals ” dɑ̃ lə kˈa kɔ̃tʁˈɛʁ.',
  ],
  [
    'fr',
    'Vous devriez récupérer la dernière version de lintian depuis unstable régulièrement et vérifier tous vos paquets.',
    'vu dəvʁiˈe ʁekypeʁˈe la dɛʁnjˈɛʁ vɛʁsjˈɔ̃ də lɛ̃tjˈɑ̃ dəpyˌiz œ̃stˈabl ʁeɡyljɛʁmˈɑ̃ e veʁifjˈe tu vo pakˈɛ.',
  ],
  [
    'it',
    "C'è gente in piazza: la ragazza mangia dieci arance e scende giù per le scale.",
    'ʧe ʤˈɛnte in pjˈaʦːa: la raɡˈaʦːa mˈanʤa djˈɛʧɪ aɾˈanʧe e ʃˈɛnde ʤˈu per le skˈale.',
  ],
  [
    'it',
    'La zuppa è ancora calda, disse la zia; mezzo bicchiere di vino basta.',
    'la ʣˈupːa e ankˈora kˈalda, dˈiSe la ʣˈia; mˈɛʣːo bikːiˈɛre dɪ vˈino bˈasta.',
  ],
  [
    'pt-BR',
    'O padeiro deixou o pão quente em cima da mesa e saiu.',
    'ʊ pˌadˈAɾʊ dAʃˈow ʊ pˈɐ̃ʊ̃ kˈAŋʧj ˈAŋ sˈimæ da mˈezæ i saˈiʊ.',
  ],
  [
    'pt-BR',
    'De repente, todo mundo ficou quieto, esperando a tia chegar.',
    'ʤy xˌepˈAŋʧy, tˈodʊ mˈũŋdʊ fikˈow kˌiˈɛtʊ, ˌespeɾˈɐ̃ŋdw a ʧˈiæ ʃeɡˈar.',
  ],
  [
    'hi',
    'वह लड़का कल बाज़ार गया था और उसने आम खरीदे।',
    'ʋˌəh lˈʌr.kˌaː kˈʌl baːzˈaːɾ ɡˈʌjaː tʰaː ɔːɾ ˈʊsnˌeː ˈaːm kʰəɾˈiːdeː',
  ],
  ['hi', 'क्या तुम मेरे साथ नदी तक चलोगे?', 'kːjaː tˌʊm mˌeːɾeː sˈaːtʰ nˈʌdi tˌək cəlˈoːɡeː?'],
];

describe('the phonemes of a sentence', () => {
  it.each(right)('%s: %s', async (language, text, expected) => {
    expect(await phonemes(language, text)).toBe(expected);
  });

  it('are not given when a word has no sound', async () => {
    const silent = {
      readWords: async () => [],
      readSounds: async (_voice: string, texts: readonly string[]) => texts.map(() => ''),
    };
    const read = await openReader('it', { folder: '', ...silent });
    expect(await read?.([{ text: 'Ciao.' }], 'it', signal)).toBeUndefined();
    expect(await read?.([{ text: '…' }], 'it', signal)).toBe('…');
  });
});

describe('the marks', () => {
  it('stay where they are, guillemets as quotes', async () => {
    expect(await phonemes('es', '—No, «sí» (no); ¡sí…! —dijo:')).toBe('—nˈo, “sˈi” (nˈo); ¡sˈi…! —dˈixo:');
  });

  it('divide what is read: nothing is joined over them', async () => {
    expect(await phonemes('fr', 'les amis')).toBe('lez amˈi');
    expect(await phonemes('fr', 'les, amis')).toBe('lˈe, amˈi');
  });

  it('belong to a number between its digits', async () => {
    expect(await phonemes('pt', 'Custa 3,5.')).toBe('kˈustæ trˈes vˈirɡulæ sˈiŋkʊ.');
  });

  it('end a sentence of Hindi before the next one', async () => {
    expect(await phonemes('hi', 'वह गया। वह आया।')).toBe('ʋˌəh ɡˈʌjaː. ʋˌəh ˈaːjaː');
  });
});

describe('words of another language', () => {
  it('are read in it, without what espeak-ng says about it', async () => {
    expect(await phonemes('fr', 'le weekend')).toBe('lə wiːkˈɛnd');
  });
});

describe('a pronunciation in IPA', () => {
  it.each([
    ['es', 'La señora ', 'ˈtʃɜːt͡ʃɪl', ' llegó.', 'la seɲˈoɾa ʧˈeʧil ʎeɣˈo.'],
    ['fr', 'les ', 'zafɔd', ' de la mer', 'le zafɔd də la mˈɛʁ'],
    ['fr', 'les ', 'ɔmˈlɛt', ' de la mer', 'lez ɔmlˈɛt də la mˈɛʁ'],
    ['fr', "L'", 'ɔmlɛt', ' est là.', 'lɔmlɛt ɛ lˈa.'],
    ['it', 'la ', 'ˈpittsa', ' calda', 'la pˈiʦːa kˈalda'],
    ['pt-BR', 'a ', 'ˈʒẽtʃi', ' do rio', 'a ʒˈAŋʧi dʊ xˈiʊ'],
    ['hi', 'वह ', 'ˈtʃaːɽ', ' है।', 'ʋˌəh cˈaːr. hɛː'],
  ])('%s: %s/%s/%s', async (language, before, ipa, after, expected) => {
    const parts = [{ text: before }, { text: 'X', ipa }, { text: after }];
    expect(await phonemes(language, parts)).toBe(expected);
  });

  it('is in its place each time', async () => {
    const part = { text: 'X', ipa: 'ˈbeko' };
    expect(await phonemes('it', [part, { text: ' e ' }, part, { text: ', ' }, { text: 'Y', ipa: 'ˈano' }])).toBe(
      'bˈeko e bˈeko, ˈano',
    );
  });
});
