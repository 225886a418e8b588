import type { Manner } from '../core/delivery.ts';
import type { SpokenGrammar } from './spoken-grammar.ts';
import type { WholeGrammar } from './whole-grammar.ts';

/**
 * What is known of a language. Each part is optional: rooms do without one that is absent. Lists are words in small letters, divided by white
 * space; patterns are alternatives.
 */
export interface Language {
  /** The most common words, as they stand in nearly every paragraph. */
  readonly commonWords?: string;
  /** Words between the parts of `pre- and post-war`, as alternatives. Syllables that end many words are left out, such as `ja` in Finnish. */
  readonly conjunctions?: string;
  /** A full stop after a number makes it an ordinal (`3. Mai`). */
  readonly dottedOrdinals?: boolean;
  readonly sentences?: SentenceLists;
  readonly quotations?: QuotationHabits;
  readonly titles?: TitleWords;
  readonly speakers?: SpeakerLists;
  readonly spoken?: SpokenWords;
  /** The names of metric units are masculine. */
  readonly masculineUnits?: boolean;
  /** Signs of units in the letters of the language, as a table with the signs of the SI. */
  readonly unitSigns?: string;
  readonly letters?: SpokenLetters;
  readonly announcements?: AnnouncementWords;
  /** A word for a voice that may not speak Latin letters. */
  readonly word?: string;
  /** A sentence with which a voice introduces itself. `{name}` is only in scripts that the name is written in. */
  readonly sample?: string;
  /** A sentence of common words with which a recognizer is tried. */
  readonly testSentence?: string;
  /** Scenes whose speakers a language model is asked for when it is tried without a book. */
  readonly trialScenes?: readonly string[];
}

/** A language that is read aloud by rules of our own: of the parts that rooms ask for, none is absent. */
export type WholeLanguage = Language &
  Required<Pick<Language, 'commonWords' | 'sentences' | 'titles' | 'speakers' | 'sample' | 'spoken'>>;

/** Abbreviations without the last full stop, and words that begin sentences, as `SentenceRules` of `text/` describes them. */
export interface SentenceLists {
  readonly titles: string;
  readonly ambiguous?: string;
  readonly beforeNumber: string;
  readonly closing: string;
  readonly starters: string;
}

/** How a language marks what is said. */
export interface QuotationHabits {
  /** Guillemets point inwards, as in „»So«“. */
  readonly inward?: boolean;
  /** Quotations open and close with the same mark. */
  readonly equal?: boolean;
  /** A dash at the beginning of a paragraph opens what a person says. */
  readonly dash?: boolean;
}

/** Words in the titles of a book, as alternatives of a pattern without groups; whole titles and numbers are lists. */
export interface TitleWords {
  readonly chapter?: string;
  readonly part?: string;
  readonly scene?: string;
  /** Other words before the number of a part: episodes, volumes. */
  readonly numbered?: string;
  /** Words before the number of a page. */
  readonly page?: string;
  /** What programs write in place of the description of a picture. */
  readonly undescribed?: string;
  /** Words that a transcriber writes in brackets for a picture, and for a note at the side. */
  readonly picture?: string;
  readonly sideNote?: string;
  /** Words that lead from an entry of an index to another one. */
  readonly reference?: string;
  /** People whose names stand beside a text. */
  readonly roles?: string;
  /** Words before the names of people who worked on a chapter. */
  readonly workedOn?: string;
  /** What says that a chapter ends, and what stands above the words of an author or a translator to the readers of a chapter. */
  readonly chapterEnd?: string;
  readonly authorNote?: string;
  /** How the line begins that names who transcribed a book. */
  readonly credit?: string;
  /** Words before the name of the program that made a book. */
  readonly madeWith?: string;
  /** How a library speaks of itself in the books that it makes: whole beginnings of texts, and titles of its pages, letters only. */
  readonly producers?: string;
  readonly producerPages?: string;
  /** Words with which a distributor advertises beside its name, and those that begin its lists of books and its last page. */
  readonly claims?: string;
  readonly otherBooks?: string;
  readonly lastPage?: string;
  /** The word for a title. */
  readonly title?: string;
  /** Words before the name of an author, and those that can also be inside of a title. */
  readonly by?: string;
  readonly of?: string;
  /** Beginnings of words on title pages, below the title. */
  readonly imprint?: string;
  /** Titles that programs write where a document has none, and names and descriptions that say that there is none. */
  readonly placeholders?: string;
  readonly nothing?: string;
  /** Reservations of rights, in small letters, and other phrases of the pages on which they stand. */
  readonly rights?: string;
  readonly legal?: string;
  /** Titles of footnotes and endnotes. */
  readonly notes?: string;
  /** Whole titles of lists of pictures, letters only, which could also be those of a gallery. */
  readonly pictures?: string;
  /** Whole titles of pages that are not read, letters only, by the reason. */
  readonly pages?: Readonly<
    Partial<Record<'cover' | 'title-page' | 'copyright' | 'contents' | 'advertisement', string>>
  >;
  /** Titles of the page with the cover. */
  readonly cover?: string;
  /** Titles of the contents. */
  readonly contents?: string;
  /** Links between the pages of a book: back, forth, up and to the contents. */
  readonly links?: string;
  /** Whole titles of indexes, letters only, but for the word `index` in other languages where it names the contents. */
  readonly index?: string;
  /** Whole titles of bibliographies, letters only. Some could also name a chapter. */
  readonly bibliography?: string;
  /** Last words of a book that say that it ends. */
  readonly end?: string;
  /** Pieces beside the chapters, such as a preface. */
  readonly pieces?: string;
  /** Numbers with the genders and cases that titles have: `1=one/first`. */
  readonly numbers?: string;
  /** Parts of a whole that no number names: halves. */
  readonly fractions?: string;
}

/** Words by the manner of speaking that they name. */
export type MannerLists = Readonly<Partial<Record<Manner, string>>>;

/** Words that show who speaks. */
export interface SpeakerLists {
  /** Verbs of saying that name no manner. */
  readonly verbs: string;
  /** Verbs of saying that name one. */
  readonly manners: MannerLists;
  /** Other words beside a verb of saying that name one: `said softly`, `said in a whisper`. */
  readonly tones: MannerLists;
  readonly male: string;
  readonly female: string;
  /** Titles before a name. */
  readonly maleTitles: string;
  readonly femaleTitles: string;
  readonly titles: string;
  /** Titles of married women, which stand before a surname or the name of a husband. */
  readonly wives?: string;
  /** Pronouns that are subjects: `he`, `she`, `I`. */
  readonly subjects: string;
  /** Words between a subject and its verb that are neither: `had`, `then`. In English also every adverb with -ly. */
  readonly passedOver?: string;
  /** Words before the subject of a sentence: `and`, `then`. */
  readonly openers?: string;
  /** Words that present a person: `it was Anne`. */
  readonly presents?: string;
  readonly determiners?: string;
  readonly relatives?: string;
  /** Words that join a name to another noun: `the sister of Anne`, `Tom and Anne`. */
  readonly joins?: string;
  readonly prepositions?: string;
}

/** What is said in place of something that is not read. `#` is a number. */
export interface AnnouncementWords {
  /** In place of a formula. */
  readonly formula?: string;
  /** In place of a picture on a page. */
  readonly picture?: string;
  /** In place of a program, by plural category of the Unicode CLDR. */
  readonly code?: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
}

/**
 * The context in which an abbreviation is one. `name`: before a capital letter; `number`: before a number; `after`: after a number; `comma`: after a
 * comma; `lower`: before a small letter; `address`: as `name`, or before a small word that begins a name; `title`: as `name`, with or without its full stop; `any`: everywhere.
 */
export type AbbreviationPlace = 'name' | 'number' | 'after' | 'comma' | 'lower' | 'address' | 'title' | 'any';

/** Words with which texts are read aloud by rules of our own. Tables have their entries as `key words, key words`. */
export interface SpokenWords {
  /** Names of the marks in web and mail addresses. */
  readonly addresses: Readonly<Record<'at' | 'dot' | 'slash' | 'dash' | 'underscore', string>>;
  /**
   * Tables by place, with `_` for a space that may be missing. One of more than one letter that is in small letters is also known with capitals. Of
   * entries with the same abbreviation, the first whose place fits is taken.
   */
  readonly abbreviations: readonly (readonly [place: AbbreviationPlace, entries: string])[];
  /** Pattern of small words that begin a name after a form of address, with the space after them. */
  readonly nameWords?: string;
  /** Acronyms that are also written with full stops. */
  readonly acronyms: string;
  /**
   * Units after a number, one a line: `written|gender|one|many|few|part`, where `written` may be several, divided by spaces. The last two are for
   * languages that have forms after a few and after a fraction.
   */
  readonly units: string;
  /** Currencies before or after a number, as units, with the smaller unit last or absent. */
  readonly currencies: string;
  /** Names of powers of ten, as units: those between an amount and its currency. */
  readonly scales: string;
  /** Those after a currency only. */
  readonly priceScales?: string;
  /** Table of symbols. */
  readonly symbols: string;
  /** What the general rules for reading need beside the words: one of both. In `whole`, no number stays as it is; it may depend on the region. */
  readonly grammar?: SpokenGrammar;
  readonly whole?: (region: string | undefined) => WholeGrammar;
}

/** How a language is written in the letters that espeak-ng reads it in, which speech models were trained on. */
export interface SpokenLetters {
  /** Name of the voice file of espeak-ng. */
  readonly voice: string;
  /**
   * Words that exist in no text, in place of a word with a pronunciation of its own: its neighbours are read as beside a word
   * that begins with a consonant, or with a vowel.
   */
  readonly standIns: { readonly consonant: string; readonly vowel: string };
  /** Sounds of the IPA as espeak-ng writes them in this language, where it does so in its own way. */
  readonly ipa: Readonly<Record<string, string>>;
}
