import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/text/split-sentences.ts';

/** Sentences are divided by `|`; the text is the same without the divider. */
const cases: ReadonlyArray<readonly [language: string, marked: string]> = [
  ['en', '"Stop!" he said.| Then he ran.'],
  ['en', '“Where are you?” she asked.| “Here!”'],
  ['en', 'Mr. and Mrs. Bennet met Dr. Jones at St. Mary’s.| They talked.'],
  ['en', 'J. R. R. Tolkien wrote it.| C. S. Lewis read it.'],
  ['en', 'Pi is 3.14.| It is not 3.| Is it?'],
  ['en', 'What?!| Really?!'],
  ['en', 'Wait... what?| He left.'],
  ['en', 'He waited . . . and waited.| Then he left.'],
  ['en', 'He went to the U.S. Senate.| He spoke.'],
  ['en', 'He lives in the U.S.| It is big.'],
  ['en', 'Meet me at 5 p.m.| Bring John.'],
  ['en', 'Apples, pears, etc., are fruit.| Eat them, etc.| They are good.'],
  ['en', 'See p. 12, vol. 3 and fig. 4.| No. 5 is alive.| She said no.| He left.'],
  ['en', 'You and I.| We know.'],
  ['en', '(It was late.)| He slept.'],
  ['en', 'He said (it was late!) that he would go.'],
  ['en', 'He was sure.[1]| She was not.'],
  ['en', '1. First item.| 2. Second item.'],
  ['en', 'He works at Example Inc. in Ohio.| Visit example.com today.'],
  ['en', 'It ended in 1990.| The next year began.'],
  ['en', 'Use e.g. Python, i.e. a language.| Done.'],
  ['en', 'She cried, “No!”| He did not hear.'],
  ['en', '“Go! ”| He went.'],
  ['en', 'John F. Kennedy and Henry V. Smith met.| They left.'],
  ['de', 'Am 3. Mai kam er.| Am 4. Oktober ging er.'],
  ['de', 'Das war im 19. Jahrhundert.| Das war 1990.| Er kam.'],
  ['de', '„Halt!“ rief er.| »Nein!«| Sie lief, z. B. nach Haus, d.h. weg.'],
  ['de', 'Dr. Müller und Prof. Schmidt, geb. Meier, kamen.| Sie aßen Brot, Käse usw.| Dann gingen sie.'],
  ['de', 'Ludwig XIV. war König.| Kaiser Wilhelm II. regierte.'],
  ['fr', '« Arrête ! » cria-t-il.| « Non ! »| Il partit.'],
  ['fr', 'M. Dupont et Mme. Durand sont là.| Ils parlent, etc.| Puis ils partent.'],
  ['es', '¿Qué tal?| ¡Hola!| El Sr. García y la Sra. López viven en EE.UU.| No vuelven.'],
  ['it', 'Il sig. Rossi e il dott. Bianchi arrivano.| Poi vanno, ecc.| Non tornano.'],
  ['pt', 'O Sr. Silva e a Dra. Souza vivem na Av. Paulista.| Eles saem.'],
  ['nl', 'Dhr. Jansen en mevr. de Vries, bijv. in Utrecht, enz.| Het regent.'],
  ['zh', '这是第一句。|这是第二句！|「好。」他说。|真的？！|是。'],
  ['ja', '「そうだ。」と彼は言った。|本当？|はい。'],
  ['hi', 'क्या?| यह है।| वह नहीं है॥| हाँ।'],
  ['ar', 'ما هذا؟| لا أعرف.| نعم!'],
  ['he', 'מה זה?| אני לא יודע.| כן!'],
  ['ru', 'Он пришёл.| «Стой!» — крикнул он.| А. С. Пушкин писал.'],
  ['el', 'Τι είναι;| Δεν ξέρω.'],
  ['en', 'He left (at last).| Then he came back (%).| Then he slept.'],
  ['en', 'It cost £3 10s. 6d. in 1850.| He paid 6d.| He left.'],
  ['ru', 'Проф. Иванов и г-н Петров жили на ул. Ленина.| Они умерли.'],
  ['ru', 'Стр. 5 вырвана, см. гл. 3 и рис. 7.| Он родился в 1812 г. в Москве.| Он умер в 1870 г.| Это было давно.'],
  ['ru', 'Хлеб, соль и т. д. лежали там.| Он взял деньги, часы и т. д.| Потом он ушёл, т. е. убежал.'],
  [
    'uk',
    'Проф. Шевченко жив на вул. Хрещатик.| Див. стор. 12 і розд. 3.| Він народився 1814 р. в селі.| Він помер 1861 р.| Це було давно.',
  ],
  ['pl', 'O godz. 5 przyszedł prof. Kowalski, m.in. z Krakowa.| Mieszkał na ul. Długiej.'],
  [
    'pl',
    'Zob. s. 12 i rozdz. 3, tj. koniec.| Urodził się w 1812 r. w Warszawie.| To było 3. maja.| Kupił chleb, mleko itd.| Potem wyszedł.',
  ],
  [
    'cs',
    'Dne 5. května přišel p. Novák a dr. Svoboda.| Bydleli v ul. Karlova, např. Jana tam byla.| Viz s. 12 a kap. 3.| Byl to 19. stol. konec.',
  ],
  [
    'sv',
    'Kl. 5 kom dr. Lind och prof. Berg, bl.a. från Lund.| Se s. 12 och kap. 3.| De köpte bröd, ost osv.| Sedan gick de.',
  ],
  [
    'da',
    'Kl. 5 den 3. maj kom hr. Hansen, f.eks. fra Aarhus.| Se s. 12 og kap. 3.| De købte brød, ost osv.| Så gik de.',
  ],
  [
    'nb',
    'Kl. 5 den 3. mai kom hr. Hansen, f.eks. fra Bergen.| Se s. 12 og kap. 3.| De kjøpte brød, ost osv.| Så gikk de.',
  ],
  [
    'fi',
    'Klo. 5 tuli prof. Virtanen, esim. Turusta.| Ks. s. 12 ja luku 3.| Se oli 3. toukokuuta.| He ostivat leipää, juustoa jne.| Sitten he lähtivät.',
  ],
  [
    'el',
    'Ο κ. Παπαδόπουλος και ο δρ. Νικολάου ήρθαν, π.χ. από την Πάτρα.| Βλ. σελ. 12 και κεφ. 3.| Πήραν ψωμί, τυρί κ.λπ.| Μετά έφυγαν.',
  ],
  [
    'tr',
    'Saat 5 oldu.| Dr. Yılmaz ve Prof. Kaya geldi.| Bkz. s. 12 ve böl. 4 için.| Ekmek, peynir vb. aldılar.| Sonra gittiler.',
  ],
  ['ru', 'Театр им. Чехова стоял пустым.| Я дал им.| Они ушли.| Он думал о нем.| Иван молчал.'],
  ['pl', 'Teatr im. Słowackiego był pusty.| Dałem im.| Potem wyszli.'],
  ['tr', 'Av. Kaya geldi.| Bu bir av.| Sonra gitti.'],
  ['ko', '안녕하세요.| 뭐라고요?| 네!'],
];

describe('splitSentences', () => {
  it.each(cases)('%s: %s', (language, marked) => {
    const expected = marked.split('|').map((sentence) => sentence.trim());
    expect(splitSentences(marked.replaceAll('|', ''), language)).toEqual(expected);
  });

  it('ends a sentence at the end of a paragraph, not of a line', () => {
    expect(splitSentences('A title\n\nThe text\ngoes on')).toEqual(['A title', 'The text\ngoes on']);
  });

  it('returns nothing for white space', () => {
    expect(splitSentences(' \n\t ')).toEqual([]);
  });
});
