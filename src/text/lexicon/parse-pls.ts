import { Parser } from 'htmlparser2';
import { parseLanguage } from '../../core/language.ts';
import type { LexiconEntry } from './lexicon-entry.ts';
import { lexiconError, pronunciation, spokenForm, writtenForm } from './lexicon-forms.ts';
import type { LexiconPlace } from './lexicon-forms.ts';

/**
 * Returns the entries of a pronunciation lexicon (W3C PLS 1.0): `grapheme` is the written form, `alias` the spoken form and
 * `phoneme` the pronunciation, which must be IPA. Throws `bad-value` with the line.
 */
export function parsePls(text: string, name: string): readonly LexiconEntry[] {
  const reader = new PlsReader(text, name);
  const parser: Parser = new Parser(
    {
      onopentag: (tag, attributes) => reader.open(localName(tag), attributes, parser.startIndex),
      ontext: (content) => reader.text(content),
      onclosetag(tag, isImplied) {
        const isSelfClosed = text[parser.endIndex - 1] === '/';
        reader.close(localName(tag), isImplied && !isSelfClosed);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return reader.entries();
}

/** A `lexeme` while it is read. */
interface Lexeme {
  readonly place: LexiconPlace;
  readonly graphemes: string[];
  readonly aliases: string[];
  readonly phonemes: { readonly text: string; readonly alphabet: string; readonly isPreferred: boolean }[];
}

type Attributes = Readonly<Record<string, string>>;

/** Collects the lexemes of a document. */
class PlsReader {
  readonly #text: string;
  readonly #name: string;
  readonly #entries: LexiconEntry[] = [];
  #root: { readonly language: string | undefined; readonly alphabet: string } | undefined;
  #lexeme: Lexeme | undefined;
  #attributes: Attributes = {};
  #content: string | undefined;
  /** Lines are counted as the document is read: counting from its start each time would take quadratic time. */
  #line = 1;
  #countedTo = 0;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  open(tag: string, attributes: Attributes, offset: number): void {
    const place = this.#placeAt(offset);
    if (!this.#root) this.#root = readRoot(tag, attributes, place);
    else if (tag === 'lexeme') this.#lexeme = { place, graphemes: [], aliases: [], phonemes: [] };
    else if (this.#lexeme && ['grapheme', 'alias', 'phoneme'].includes(tag)) {
      this.#attributes = attributes;
      this.#content = '';
    }
  }

  text(content: string): void {
    if (this.#content !== undefined) this.#content += content;
  }

  /** `isImplied` for an element that has no end of its own. */
  close(tag: string, isImplied: boolean): void {
    const place = { name: this.#name, line: this.#line };
    if (isImplied) throw lexiconError(place, `<${tag}>`, `the end of the element, </${tag}>`);
    if (this.#lexeme && this.#content !== undefined) this.#addForm(tag, this.#content.trim(), this.#lexeme);
    if (this.#lexeme && tag === 'lexeme') {
      this.#entries.push(...entriesOf(this.#lexeme, this.#root?.language));
      this.#lexeme = undefined;
    }
    this.#content = undefined;
  }

  #addForm(tag: string, text: string, { graphemes, aliases, phonemes }: Lexeme): void {
    const { alphabet = this.#root?.alphabet ?? 'ipa', prefer } = this.#attributes;
    if (tag === 'grapheme') graphemes.push(text);
    if (tag === 'alias') aliases.push(text);
    if (tag === 'phoneme') phonemes.push({ text, alphabet, isPreferred: prefer === 'true' });
  }

  /** Throws `bad-value` for a document without a root element. */
  entries(): readonly LexiconEntry[] {
    if (this.#root) return this.#entries;
    throw lexiconError({ name: this.#name, line: 1 }, this.#text.trim(), expectedRoot);
  }

  #placeAt(offset: number): LexiconPlace {
    for (; this.#countedTo < offset; this.#countedTo += 1) {
      if (this.#text[this.#countedTo] === '\n') this.#line += 1;
    }
    return { name: this.#name, line: this.#line };
  }
}

const expectedRoot = 'the element <lexicon> of a W3C PLS file, or YAML';

function readRoot(tag: string, attributes: Attributes, place: LexiconPlace) {
  if (tag !== 'lexicon') throw lexiconError(place, `<${tag}>`, expectedRoot);
  const code = attributes['xml:lang'];
  const language = code === undefined ? undefined : parseLanguage(code);
  if (code !== undefined && language === undefined) {
    throw lexiconError(place, code, 'a BCP-47 language code in xml:lang, for example en or pt-BR');
  }
  return { language, alphabet: attributes['alphabet'] ?? 'ipa' };
}

function entriesOf(lexeme: Lexeme, language: string | undefined): LexiconEntry[] {
  const { place, graphemes, aliases } = lexeme;
  const say = spokenForm(aliases[0] ?? '', place);
  const ipa = ipaOf(lexeme, say);
  if (say === undefined && ipa === undefined) return [];
  return graphemes.map((grapheme) => ({ written: writtenForm(grapheme, place), say, ipa, language }));
}

/** Returns the preferred pronunciation. One in another alphabet is only left out where there is an alias. */
function ipaOf({ place, phonemes }: Lexeme, say: string | undefined): string | undefined {
  const phoneme = phonemes.find(({ isPreferred }) => isPreferred) ?? phonemes[0];
  if (!phoneme) return undefined;
  if (phoneme.alphabet.toLowerCase() === 'ipa') return pronunciation(phoneme.text, place);
  if (say !== undefined) return undefined;
  throw lexiconError(place, phoneme.alphabet, 'phonemes in the alphabet ipa, or an alias');
}

/** Prefixes are for the namespace only: the root may be `pls:lexicon`. */
function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}
