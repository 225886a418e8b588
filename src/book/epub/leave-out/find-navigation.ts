import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { countLetters } from '../markup/normalize-text.ts';

/** Words of links between the pages of a manual, letters only. */
const labels = new Set(
  `previous next up home top prev previoustopic nexttopic previouspage nextpage previouschapter nextchapter
   previoussection nextsection backtotop showsource quicksearch tableofcontents thispage zurück weiter nachoben
   précédent suivant précédente suivante sujetprécédent sujetsuivant anterior siguiente próximo seguinte precedente
   successivo vorige volgende назад далее вперёд 上一页 下一页 上一章 下一章 前へ 次へ`
    .split(/\s+/u)
    .map((label) => normalizeForComparison(label)),
);

/** Labels before the colon of a link to another topic, letters only, as DITA and DocBook write them. */
const topicLabels = new Set(
  `previoustopic nexttopic parenttopic relatedinformation relatedconcepts relatedtasks relatedreference relatedtopics relatedlinks
   vorherigesthema vorigesthema nächstesthema übergeordnetesthema zugehörigeinformationen verwandteinformationen sujetprécédent
   sujetsuivant sujetparent rubriqueprécédente rubriquesuivante rubriqueparent rubriqueparente informationassociée informationsassociées
   temaanterior temasiguiente temapróximo temaprincipal temapadre informaciónrelacionada tópicoanterior próximotópico tópicopai
   informaçõesrelacionadas argomentoprecedente argomentosuccessivo argomentoprincipale informazionicorrelate vorigonderwerp
   volgendonderwerp bovenliggendonderwerp verwanteinformatie föregåendeämne nästaämne överordnatämne relateradinformation forrigeemne
   næsteemne nesteemne overordnetemne poprzednitemat następnytemat tematnadrzędny informacjepokrewne предыдущийраздел следующийраздел
   родительскийраздел предыдущаятема следующаятема родительскаятема связаннаяинформация 前のトピック 次のトピック 親トピック 関連情報 上一主题
   下一主题 父主题 相关信息 上一主題 下一主題 父主題 相關資訊 이전주제 다음주제 상위주제 관련정보`
    .split(/\s+/u)
    .map((label) => normalizeForComparison(label)),
);

/** Words for what the numbers of a row lead to. */
const numberedWords = new Set(
  `chapter chapters psalm psalms page pages kapitel psalm seite seiten chapitre chapitres psaume psaumes pages capítulo capítulos salmo
   salmos página páginas capitolo capitoli salmi pagina pagine hoofdstuk hoofdstukken psalmen pagina kapitlet rozdział rozdziały глава главы
   章 פרק פרקים`
    .split(/\s+/u)
    .map((word) => normalizeForComparison(word)),
);

/** Marks between links. */
const separators = /[|«»‹›←→<>[\]·•–—-]+/gu;
/** `Next: Installation`, `Previous topic Introduction`. */
const leading =
  /^(?:previous|next|prev|up)(?: (?:topic|chapter|section|page|article))?\s*:|^(?:previous|next) (?:topic|chapter|page|section)\b/iu;

/** Fewer numbers or letters in links can be a text. */
const minNumbers = 4;

/** A link at the start of this many documents is not part of their text. */
const minRepeats = 3;

/**
 * Finds what converters of manuals put at the ends of every document: links to the previous and next page, and a link that
 * begins them all, such as the title of the manual.
 */
export function findNavigation({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const heads = documents.flatMap(({ start, end }) => (end > start ? [blocks[start]] : [])).filter(isLinkAlone);
  const counts = new Map<string, number>();
  for (const { text } of heads) counts.set(text, (counts.get(text) ?? 0) + 1);
  const repeated = new Set(heads.filter(({ text }) => (counts.get(text) ?? 0) >= minRepeats));
  return documents.flatMap(({ start, end }) => {
    const own = blocks.slice(start, end);
    return own.filter((block, index) => {
      if (repeated.has(block) || isNavigation(block) || isTarget(block, own[index - 1])) return true;
      return isNumberedWord(block) && isRowOfNumbers(own[index + 1]);
    });
  });
}

function isLinkAlone(block: FlowBlock | undefined): block is FlowBlock {
  return block !== undefined && block.kind !== 'heading' && block.linkedShare > 0.8 && block.size <= 40;
}

function isNavigation(block: FlowBlock): boolean {
  const { text, size, linkedShare, kind } = block;
  if (isRowOfNumbers(block)) return true;
  if (size > 40) return false;
  if (isTopicLink(block)) return true;
  if (linkedShare > 0.5 && leading.test(text.trim())) return true;
  if (linkedShare > 0.5) return consistsOfLabels(text);
  return kind !== 'paragraph' && isTopicHeading(block);
}

function consistsOfLabels(text: string): boolean {
  const words = text.replaceAll(separators, ' ').trim().split(/\s+/u);
  return words.length > 0 && words.every((word) => labels.has(normalizeForComparison(word)));
}

/** `1 | 2 | 3 | 4` at the head of a book of the Bible, `A B C D` above a glossary; the number of the page itself is not linked. */
function isRowOfNumbers(block: FlowBlock | undefined): boolean {
  if (block === undefined || block.kind === 'heading' || block.linkedShare < 0.7) return false;
  const parts = block.text
    .replaceAll(separators, ' ')
    .trim()
    .split(/[\s.,:;/・]+/u);
  return parts.length >= minNumbers && parts.every((part) => /^(?:\p{N}{1,4}|\p{L}\p{M}*|[IVXLC]+)$/u.test(part));
}

/** Longer texts are not looked up: a block can be a whole book. */
const maxWordLength = 40;

function isNumberedWord({ text, kind }: FlowBlock): boolean {
  return kind !== 'heading' && text.length <= maxWordLength && numberedWords.has(normalizeForComparison(text));
}

/** `Parent topic: User guide`: a label, a colon and a link that is the rest. */
function isTopicLink({ text, linkedShare }: FlowBlock): boolean {
  if (linkedShare === 0) return false;
  const colon = text.search(/[:：]/u);
  if (colon === -1 || !topicLabels.has(normalizeForComparison(text.slice(0, colon)))) return false;
  return linkedShare * countLetters(text) > 0.98 * countLetters(text.slice(colon));
}

/** `Previous topic` above the link. */
function isTopicHeading({ kind, text }: FlowBlock): boolean {
  return kind === 'heading' && /^(?:previous|next) (?:topic|chapter|page|section)$/iu.test(text.trim());
}

function isTarget(block: FlowBlock, before: FlowBlock | undefined): boolean {
  return before !== undefined && isTopicHeading(before) && block.linkedShare > 0.8;
}
