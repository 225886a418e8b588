import type { LeftOutReason } from '../../../core/book.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { wholeTitles } from '../../titles/title-words.ts';

/** Names of documents that are not read, in several languages; compared as a whole, letters and digits only. */
const names: readonly (readonly [LeftOutReason, string])[] = [
  [
    'cover',
    'cover coverpage frontcover backcover coverimage umschlag couverture cubierta capa copertina omslag okładka обложка 表紙 封面 封底 כריכה עטיפה',
  ],
  [
    'title-page',
    'titlepage halftitle halftitlepage bastardtitle titelseite titelblatt pagedetitre fauxtitre portada portadilla frontespizio titelpagina titelblad stronatytułowa титульныйлист 扉 书名页 שער עמודהשער',
  ],
  [
    'copyright',
    'copyright copyrightpage copyrightnotice copyrights imprint impressum colophon uncopyright legalnotice mentionslégales crédits créditos derechosdeautor avisolegal colofón colofon kolophon kolofon stopkaredakcyjna выходныеданные авторскиеправа 奥付 版权 版权页 版權頁 版权信息 판권 זכויותיוצרים',
  ],
  [
    'contents',
    'contents tableofcontents toc tocpage listofcontents inhalt inhaltsverzeichnis tabledesmatières sommaire índice indice contenido sumário sommario inhoud inhoudsopgave innehåll innehållsförteckning indhold spistreści оглавление содержание 目次 目录 目錄 차례 תוכן תוכןעניינים תוכןהעניינים listofillustrations listoffigures listoftables listofplates listofmaps abbildungsverzeichnis tabellenverzeichnis verzeichnisderabbildungen tabledesillustrations tabledesfigures tabledesgravures listedesillustrations listedesfigures listedestableaux índicedeilustraciones índicedeláminas listadefiguras listadeilustrações indicedelleillustrazioni indicedellefigure lijstvanillustraties lijstvanafbeeldingen illustrationsförteckning spisilustracji spisrysunków списокиллюстраций 図版目次 図目次 表目次 插图目录 图目录 表目录 inhaltsübersicht índicegeneral contenidos tabladecontenidos sisällys sisällysluettelo obsah зміст المحتويات الفهرس landmarks',
  ],
  [
    'advertisement',
    'advert adverts advertisement advertisements alsoby alsobytheauthor alsobythisauthor otherbooks otherbooksby otherbooksbytheauthor morebooks newsletter newslettersignup promo bookstoreadnext bythesameauthor dumêmeauteur',
  ],
];

/** Returns why a document with this type in the landmarks (EPUB 3) or the guide (EPUB 2) is left out; undefined for other types. */
export function reasonByType(type: string): LeftOutReason | undefined {
  return typeReasons.get(type);
}

const typeReasons: ReadonlyMap<string, LeftOutReason> = new Map([
  ['cover', 'cover'],
  ['titlepage', 'title-page'],
  ['title-page', 'title-page'],
  ['halftitlepage', 'title-page'],
  ['copyright-page', 'copyright'],
  ['imprint', 'copyright'],
  ['colophon', 'copyright'],
  ['toc', 'contents'],
  ['loi', 'contents'],
  ['lot', 'contents'],
  ['index', 'index'],
  ['page-list', 'page-list'],
]);

const reasons = new Map([
  ...[...wholeTitles('index')].map((name) => [name, 'index'] as const),
  ...names.flatMap(([reason, list]) => list.split(' ').map((name) => [normalizeForComparison(name), reason] as const)),
]);

/**
 * Returns why a document with this title is left out; undefined for other titles. `Index` counts as a title but not as a
 * file name.
 */
export function reasonByTitle(title: string): LeftOutReason | undefined {
  const name = normalizeForComparison(title);
  if (/^(?:index|register)$/u.test(name)) return 'index';
  return reasons.get(name) ?? (name.startsWith('alsoby') && name.length < 40 ? 'advertisement' : undefined);
}

/** Names that are clear for a file but could also be the title of a story. */
const fileNames: ReadonlyMap<string, LeftOutReason> = new Map([
  ['title', 'title-page'],
  ['titel', 'title-page'],
  ['license', 'copyright'],
  ['licence', 'copyright'],
  ['legal', 'copyright'],
  ['nav', 'contents'],
  ['navigation', 'contents'],
  ['ad', 'advertisement'],
  ['ads', 'advertisement'],
]);

/** Returns why a document with this path is left out, by the whole file name without digits; undefined for other names. */
export function reasonByFileName(path: string): LeftOutReason | undefined {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/u, '');
  const name = normalizeForComparison(base.replaceAll(/\d+/gu, ''));
  return reasons.get(name) ?? fileNames.get(name);
}
