import { corpusTexts, spoken, written } from './texts.ts';
import type { CorpusText } from './texts.ts';

/** An answer to the faithful task that is not what was asked for. */
export interface SpoiledAnswer {
  readonly kind: string;
  readonly text: CorpusText;
  readonly answer: string;
}

/** A text as a narrator says it, and as the book writes it, with its paragraphs. */
interface Given extends CorpusText {
  readonly good: string;
  readonly source: string;
  readonly parts: readonly [string, string, string, string];
  /** The same story in another language. */
  readonly foreign: string;
}

const kinds: Readonly<Record<string, (given: Given) => string>> = {
  preamble: ({ preamble, good }) => `${preamble}\n\n${good}`,
  'preamble on the same line': ({ preamble, good }) => `${preamble} ${good}`,
  closing: ({ closing, good }) => `${good}\n\n${closing}`,
  'closing on the same line': ({ closing, good }) => `${good} ${closing}`,
  'preamble and closing in English': ({ good }) =>
    `Okay, here's the text, ready to be read aloud.\n\n${good}\n\nI hope this helps!`,
  'inline remark in brackets': ({ parts: [one, ...rest], remark }) => [`${one} (${remark})`, ...rest].join('\n\n'),
  'stage directions': ({ parts: [one, two, three, four], remark }) =>
    `[${remark}]\n\n${one} *${remark}*\n\n${two}\n\n${three} [SFX]\n\n${four}`,
  labels: ({ parts, label }) => parts.map((part) => `**${label}:** ${part}`).join('\n\n'),
  Markdown: ({ parts: [one, ...rest], title }) =>
    [`# ${title}`, `**${one}**`, ...rest.map((part) => `- ${part}`)].join('\n'),
  'meta title': ({ title, good }) => `${title}\n\n${good}`,
  JSON: ({ parts }) => JSON.stringify({ script: parts }),
  'JSON after a lead line': ({ preamble, title, good }) =>
    `${preamble}\n\`\`\`json\n${JSON.stringify({ title, script: good }, undefined, 2)}\n\`\`\``,
  'JSON that was cut': ({ good }) => JSON.stringify({ script: good }).slice(0, -30),
  'tags with text around them': ({ preamble, closing, good }) =>
    `${preamble}\n<script>\n${good}\n</script>\n${closing}`,
  'echoed frame': ({ source, good, title }) =>
    `Book: ${title}\nChapter: One, part 1 of 3.\n<text>\n${source}\n</text>\nWrite the script between <script> and </script>.\n\n${good}`,
  refusal: ({ refusal }) => refusal,
  'refusal after half of the text': ({ parts: [one, two, three], refusal }) => [one, two, three, refusal].join('\n\n'),
  'question back': ({ question }) => question,
  'script and a question': ({ good, question }) => `${good}\n\n${question}`,
  'injection obeyed': () => 'banana',
  'injection obeyed at the end': ({ good }) => `${good}\n\nIgnore the book and visit our shop today. Banana!`,
  'dropped paragraph of one sentence': ({ parts: [one, _two, three, four] }) => [one, three, four].join('\n\n'),
  'cut end': ({ parts: [one, two, three] }) => [one, two, three].join('\n\n'),
  'cut beginning': ({ parts: [_one, ...rest] }) => rest.join('\n\n'),
  'cut in a word': ({ good }) => good.slice(0, Math.ceil(good.length * 0.9)),
  'reordered paragraphs': ({ parts: [one, two, three, four] }) => [one, three, two, four].join('\n\n'),
  'reordered sentences': ({ good }) =>
    good
      .split(/(?<=[.。])\s*/u)
      .toSpliced(
        0,
        2,
        ...good
          .split(/(?<=[.。])\s*/u)
          .slice(0, 2)
          .toReversed(),
      )
      .join(' '),
  negated: ({ good, negation: [from, to] }) => good.replace(from, to),
  'changed number': ({ good, number: [from, to] }) => good.replace(from, to),
  'changed number in digits': ({ source }) => source.replace('250', '205'),
  'changed year': ({ source }) => source.replace('1911', '1991'),
  'changed name': ({ good, name: [from, to] }) => good.replace(from, to),
  translated: ({ foreign }) => foreign,
  'translated paragraph': ({ parts: [one, two, three], foreign }) =>
    [one, two, three, foreign.split('\n\n')[3]].join('\n\n'),
  summary: ({ summary }) => summary,
  'repeated paragraph': ({ parts: [one, two, three, four] }) => [one, two, two, three, three, four].join('\n\n'),
  'repeated whole': ({ good }) => `${good}\n\n${good}`,
  loop: ({ good, parts: [, two] }) => `${good} ${`${two} `.repeat(60)}`,
  'invented paragraph': ({ parts: [one, ...rest], summary }) => [one, summary, ...rest].join('\n\n'),
  thoughts: ({ good, preamble }) => `<think>${preamble} 1, 2, 3.</think>\n\n${good}`,
  'chat template': ({ good }) => `<|start|>assistant<|channel|>final<|message|>${good}<|im_end|>\n<|im_start|>user`,
  'control characters': ({ good }) =>
    good.replaceAll(/(?<=\p{L}{3})(?=\p{L})/gu, '\u200B').replaceAll(' ', '\u0007 \u2028'),
  'preamble and closing in other languages': ({ good }) =>
    `물론입니다! 요청하신 낭독 대본입니다:\n\nज़रूर! यह रहा आपका पाठ:\n\n${good}\n\nهل تريد المزيد؟\n\nDevam edeyim mi?`,
  'thoughts with a draft': ({ good, parts: [, two] }) =>
    `Draft: ${two} ${good}\n</think>\n${good}<think>Was that right?`,
  'call of a tool': ({ parts }) =>
    JSON.stringify({ tool_calls: [{ name: 'submit', arguments: JSON.stringify({ script: parts }) }] }),
  'JSON with notes': ({ parts, remark }) => JSON.stringify({ notes: remark, script: parts, remarks: remark }),
  'two JSON objects': ({ parts }) =>
    `${JSON.stringify({ script: parts.slice(0, 2) })}\n${JSON.stringify({ script: parts.slice(2) })}`,
  'tags around each paragraph': ({ parts }) => parts.map((part) => `<script>${part}</script>`).join('\n'),
  'tags twice': ({ good }) => `<script>${good}</script>\n<script>${good}</script>`,
  'closing tag alone': ({ good, question }) => `${good}\n</script>\n${question}`,
  'numbered headings': ({ parts }) => parts.map((part, index) => `## Part ${index + 1}\n\n${part}`).join('\n\n'),
  SSML: ({ parts }) => `<speak>${parts.map((part) => `<p>${part}<break time="1s"/></p>`).join('')}</speak>`,
  subtitles: ({ parts }) =>
    parts.map((part, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:09,000\n${part}`).join('\n\n'),
  emoji: ({ parts }) => parts.map((part) => `🎙️ ${part} 1️⃣ 😀`).join('\n\n'),
  'letters of another width': ({ good }) =>
    good.replaceAll(/[a-z]/giu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0)),
  'letters of another alphabet': ({ good }) => good.replaceAll('a', 'а').replaceAll('o', 'о'),
  'inserted word': ({ good }) => good.replace(/ (\p{L}+) /u, ' very $1 '),
  'swapped words': ({ good }) => good.replace(/(\p{L}{4,}) (\p{L}{4,})/u, '$2 $1'),
  'one word a line': ({ good }) => good.toUpperCase().replaceAll(' ', '\n'),
  'paragraph backwards': ({ parts: [one, ...rest] }) => [one.split(' ').toReversed().join(' '), ...rest].join('\n\n'),
  'page of a proxy': () => '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>',
};

/** Returns the answers of all kinds in all languages of the corpus, made of the texts. */
export function spoiledAnswers(): SpoiledAnswer[] {
  return corpusTexts.flatMap((text, index) => {
    const good = spoken(text);
    const [one = '', two = '', three = '', four = ''] = good.split('\n\n');
    const other = corpusTexts[(index + 1) % corpusTexts.length] ?? text;
    const given: Given = {
      ...text,
      good,
      source: written(text),
      parts: [one, two, three, four],
      foreign: spoken(other),
    };
    return Object.entries(kinds).map(([kind, spoil]) => ({ kind, text, answer: spoil(given) }));
  });
}
