import type { LeftOutReason } from '../../../../core/book.ts';
import type { StyleClasses } from '../../style-class-reader.ts';
import type { Element } from '../markup-tree.ts';
import { raisesText } from './raises-text.ts';

/** Meaning that an element's attributes add to its name. */
export interface Traits {
  /** Not part of the text: page numbers, line numbers, back links. */
  readonly skip?: 'always' | 'numbers' | 'page-break';
  readonly hidden?: boolean;
  readonly reason?: LeftOutReason;
  /** A text of its own, even on a page that is left out. */
  readonly ownText?: boolean;
  readonly note?: boolean;
  readonly noteMark?: boolean;
  readonly verse?: boolean;
  /** A number in it is that of a verse of scripture. */
  readonly verseNumber?: boolean;
  readonly quotation?: boolean;
  readonly caption?: boolean;
  readonly code?: boolean;
  readonly titleLike?: boolean;
  /** Centered or bold. */
  readonly displayed?: boolean;
  /** Above the line and not larger than the text. */
  readonly raised?: boolean;
  readonly sceneBreak?: boolean;
  readonly dropCap?: boolean;
}

type Rule = readonly [pattern: RegExp, traits: Traits];

/** Reads the traits of elements and caches them per combination of types and classes. */
export class TraitReader {
  readonly #known = new Map<string, Traits>();
  readonly #styles: StyleClasses;

  constructor(styles: StyleClasses) {
    this.#styles = styles;
  }

  /** Returns the traits given by `epub:type`, `role`, `class`, `hidden`, `style` and `align`. */
  read(element: Element): Traits {
    const { 'epub:type': type = '', role = '', class: className = '', hidden, style = '' } = element.attribs;
    const types = `${type} ${role}`;
    const isHidden = hidden !== undefined || hiddenStyle.test(style);
    const key = `${types}|${className}`;
    const known = this.#known.get(key) ?? this.#learn(key, types, className);
    const shown = withStyle(element, known);
    return isHidden ? { ...shown, ...hiddenTraits } : shown;
  }

  #learn(key: string, types: string, className: string): Traits {
    const classes = className.split(/\s+/u);
    const { hidden, raised } = this.#styles;
    const isHidden = classes.some((name) => hidden.has(name));
    const isRaised = classes.some((name) => raised.has(name));
    const traits: Traits = Object.fromEntries(
      [
        ...classes.flatMap((word) => matching(classRules, word)),
        ...types.split(/\s+/u).flatMap((word) => matching(typeRules, word)),
        isHidden ? hiddenTraits : {},
        isRaised ? raisedTraits : {},
      ].flatMap((some) => Object.entries(some)),
    );
    if (this.#known.size < maxKnown) this.#known.set(key, traits);
    return traits;
  }
}

const maxKnown = 10_000;

/** Most elements have no style of their own. */
function withStyle(element: Element, known: Traits): Traits {
  const { style } = element.attribs;
  const raised = style !== undefined && raisesText(style) ? { ...known, ...raisedTraits } : known;
  return isDisplayed(element) ? { ...raised, ...displayedTraits } : raised;
}

function isDisplayed({ attribs: { style, align } }: Element): boolean {
  return (style !== undefined && displayedStyle.test(style)) || (align !== undefined && /^\s*cent/iu.test(align));
}

const hiddenTraits: Traits = { hidden: true };
const raisedTraits: Traits = { raised: true };
const displayedTraits: Traits = { displayed: true };
const displayedStyle = /text-align\s*:\s*center|font-weight\s*:\s*(?:bold|[6-9]00)/iu;
const hiddenStyle = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/iu;

/** Words of the EPUB structural vocabulary, of DPUB-ARIA roles and of the Z39.98 vocabulary, each matched whole. */
const typeRules: readonly Rule[] = [
  [/^(?:doc-)?cover$/u, { reason: 'cover' }],
  [/^(?:half)?title-?page$/u, { reason: 'title-page' }],
  [/^(?:copyright-page|imprint|imprimatur|(?:doc-)?colophon)$/u, { reason: 'copyright' }],
  [/^(?:(?:doc-)?toc|toc-brief|landmarks|lo[aitv]|navigation)$/u, { reason: 'contents' }],
  [/^(?:page-list|doc-pagelist)$/u, { reason: 'page-list' }],
  [/^(?:doc-)?index$/u, { reason: 'index' }],
  [/^(?:doc-)?bibliography$/u, { reason: 'bibliography' }],
  [/^(?:doc-)?(?:footnote|endnote|rearnote)s?$/u, { note: true }],
  [/^(?:doc-)?noteref$/u, { noteMark: true }],
  [/^(?:(?:doc-)?backlink|referrer)$/u, { skip: 'always' }],
  [/^(?:doc-)?pagebreak$/u, { skip: 'page-break' }],
  [/^z3998:(?:verse|poem|song|hymn|lyrics)$/u, { verse: true }],
  [/^(?:doc-)?epigraph$/u, { quotation: true }],
  [
    /^(?:doc-)?(?:epigraph|dedication|foreword|preface|prologue|introduction|preamble|acknowledge?ments|afterword|epilogue)$/u,
    { ownText: true },
  ],
  // Written by the reader of HTML pages.
  [/^left-out-comments$/u, { reason: 'comments' }],
  [/^left-out-advertisement$/u, { reason: 'advertisement' }],
  [/^left-out-navigation$/u, { reason: 'navigation' }],
  [/^left-out-surroundings$/u, { reason: 'surroundings' }],
  [/^(?:title|subtitle|fulltitle|ordinal|bridgehead|doc-subtitle)$/u, { titleLike: true }],
];

/** Whole class names as converters, publishers and Project Gutenberg use them. */
const classRules: readonly Rule[] = [
  [/^(?:pg-?header|pg-?footer|pg-boilerplate)$/iu, { reason: 'licence' }],
  [/^(?:related|sphinxsidebar|toctree-wrapper)$/u, { reason: 'contents' }],
  // Of DITA.
  [/^(?:familylinks|parentlink|previouslink|nextlink|related-links)$/u, { reason: 'navigation' }],
  [/^(?:page-?(?:num|number|no|break)s?|pb|folio|l(?:ine)?-?num(?:ber)?s?|ln)$/iu, { skip: 'numbers' }],
  [/^(?:linenos|linenodiv|line-?numbers-rows)$/iu, { skip: 'always' }],
  // Of LaTeXML, which writes the number of a note beside its text, too.
  [/^(?:ltx_note_mark|ltx_tag_note)$/u, { skip: 'always' }],
  [/^(?:program-?listing|source-?code|code(?:-?(?:block|listing|snippet|sample|example))?)\d*$/iu, { code: true }],
  [/^(?:headerlink|footnote-?back(?:ref|link)?|backlink|reversefootnote)$/iu, { skip: 'always' }],
  [/^(?:note-?ref|footnote-?(?:ref|reference|anchor)|fnref|endnote-?ref|fnanchor)$/iu, { noteMark: true }],
  [/^(?:\w+-)?(?:verse|poem|poetry|stanza|linegroup|line-group)(?:-\w+|\d+)?$/iu, { verse: true }],
  [/^v(?:erse)?(?:-?(?:num(?:ber)?|no))?$|^vn$/iu, { verseNumber: true }],
  [/^(?:epigraph|blockquote|block-?quote|extract)(?:-\w+)?$/iu, { quotation: true }],
  [/^(?:caption|figcaption|legend)$/iu, { caption: true }],
  [/^(?:sup|super|superscript)\d*$/iu, { raised: true }],
  // `set-off` is written by the readers of Word and OpenDocument.
  [/^(?:set-off|(?:text-?)?cent(?:er|re)(?:ed)?)$/iu, { displayed: true }],
  [
    /^(?:chap(?:ter)?[-_]?(?:title|num(?:ber)?|head(?:ing)?|name)|(?:chap|ch)(?:title|head)?|title|heading|h[1-6]|part-?title|section-?title)(?:\d|-\w{1,3})?$/iu,
    { titleLike: true },
  ],
  [
    /^(?:scene-?break|section-?break|thought-?break|tb|space-?break|asterism|ornament|transition)$/iu,
    { sceneBreak: true },
  ],
  [/^(?:drop-?caps?|first-?letter|initial|dropped)(?:-\w+|\d)?$/iu, { dropCap: true }],
];

function matching(rules: readonly Rule[], word: string): Traits[] {
  return word === '' ? [] : rules.filter(([pattern]) => pattern.test(word)).map(([, traits]) => traits);
}
