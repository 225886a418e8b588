import { baseLanguage } from '../../core/language.ts';

/** A text that stands for something that is not read, and its language when it is not the book's. */
export interface Announcement {
  readonly text: string;
  /** BCP-47 code. */
  readonly language?: string | undefined;
}

/** Returns what is said in place of a program (`Code example, 12 lines.`), in English where the language is not known. */
export function announceCode(lines: number, language: string): Announcement {
  const base = baseLanguage(language);
  const templates = codeTemplates.get(base);
  if (templates === undefined) return { ...announceCode(lines, 'en'), language: 'en' };
  const template = templates[new Intl.PluralRules(base).select(lines)] ?? templates.other;
  return { text: template.replace('#', String(lines)) };
}

/** Returns the word that is said in place of a formula, in English where the language is not known. */
export function announceFormula(language: string): string {
  return formulaWords.get(baseLanguage(language)) ?? 'formula';
}

const formulaWords: ReadonlyMap<string, string> = new Map(
  (
    'de:Formel fr:formule es:fórmula it:formula pt:fórmula nl:formule sv:formel da:formel no:formel fi:kaava pl:wzór ' +
    'cs:vzorec ru:формула uk:формула hu:képlet tr:formül el:τύπος ja:数式 zh:公式 ko:수식 ca:fórmula'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
);

/** Returns the alternative text of a picture on a page that has none, in English where the language is not known. */
export function pictureOnPage(page: number, language: string): string {
  return (pageTemplates.get(baseLanguage(language)) ?? 'Picture on page #').replace('#', String(page));
}

/** `#` is the number of the page. */
const pageTemplates: ReadonlyMap<string, string> = new Map([
  ['de', 'Bild auf Seite #'],
  ['fr', 'Image à la page #'],
  ['es', 'Imagen en la página #'],
  ['it', 'Immagine a pagina #'],
  ['pt', 'Imagem na página #'],
  ['nl', 'Afbeelding op pagina #'],
  ['sv', 'Bild på sidan #'],
  ['da', 'Billede på side #'],
  ['no', 'Bilde på side #'],
  ['fi', 'Kuva sivulla #'],
  ['pl', 'Ilustracja na stronie #'],
  ['cs', 'Obrázek na straně #'],
  ['ru', 'Рисунок на странице #'],
  ['uk', 'Малюнок на сторінці #'],
  ['hu', 'Kép a(z) #. oldalon'],
  ['tr', '#. sayfadaki resim'],
  ['el', 'Εικόνα στη σελίδα #'],
  ['ja', '#ページの図'],
  ['zh', '第#页的图片'],
  ['ko', '#쪽의 그림'],
  ['ca', 'Imatge a la pàgina #'],
]);

type PluralTemplates = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** By plural category of the Unicode CLDR; `#` is the number. */
const codeTemplates: ReadonlyMap<string, PluralTemplates> = new Map<string, PluralTemplates>([
  ['en', { one: 'Code example, # line.', other: 'Code example, # lines.' }],
  ['de', { one: 'Codebeispiel, # Zeile.', other: 'Codebeispiel, # Zeilen.' }],
  ['fr', { one: 'Exemple de code, # ligne.', other: 'Exemple de code, # lignes.' }],
  ['es', { one: 'Ejemplo de código, # línea.', other: 'Ejemplo de código, # líneas.' }],
  ['it', { one: 'Esempio di codice, # riga.', other: 'Esempio di codice, # righe.' }],
  ['pt', { one: 'Exemplo de código, # linha.', other: 'Exemplo de código, # linhas.' }],
  ['nl', { one: 'Codevoorbeeld, # regel.', other: 'Codevoorbeeld, # regels.' }],
  ['sv', { one: 'Kodexempel, # rad.', other: 'Kodexempel, # rader.' }],
  ['da', { one: 'Kodeeksempel, # linje.', other: 'Kodeeksempel, # linjer.' }],
  ['no', { one: 'Kodeeksempel, # linje.', other: 'Kodeeksempel, # linjer.' }],
  ['fi', { one: 'Koodiesimerkki, # rivi.', other: 'Koodiesimerkki, # riviä.' }],
  ['pl', { one: 'Przykład kodu, # wiersz.', few: 'Przykład kodu, # wiersze.', other: 'Przykład kodu, # wierszy.' }],
  ['cs', { one: 'Ukázka kódu, # řádek.', few: 'Ukázka kódu, # řádky.', other: 'Ukázka kódu, # řádků.' }],
  ['ru', { one: 'Пример кода, # строка.', few: 'Пример кода, # строки.', other: 'Пример кода, # строк.' }],
  ['uk', { one: 'Приклад коду, # рядок.', few: 'Приклад коду, # рядки.', other: 'Приклад коду, # рядків.' }],
  ['hu', { other: 'Kódpélda, # sor.' }],
  ['tr', { other: 'Kod örneği, # satır.' }],
  ['el', { one: 'Παράδειγμα κώδικα, # γραμμή.', other: 'Παράδειγμα κώδικα, # γραμμές.' }],
  ['ja', { other: 'コード例、#行。' }],
  ['zh', { other: '代码示例，#行。' }],
  ['ko', { other: '코드 예제, #줄.' }],
]);
