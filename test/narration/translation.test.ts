import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Block, Chapter } from '../../src/core/book.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { guardTranslation } from '../../src/narration/guard/translation/guard-translation.ts';
import { TranslationLengths } from '../../src/narration/guard/translation/translation-lengths.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { NarratedChapter, NarrationOptions } from '../../src/narration/narration.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const direct = builtinTasks().get('direct') ?? taskConfig({ name: 'direct', prompt: '' });

/** Words of negation: a translation without them is doubtful. */
const negations = new Map([
  ['nothing', 'rien'],
  ['nobody', 'personne'],
  ['not', 'pas'],
]);

/** A language for tests: every plain word turned around. Names stay, as they do in translations. */
function turned(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}\p{M}])\p{Ll}+/gu,
    (word) => negations.get(word) ?? `${word.split('').toReversed().join('')}o`,
  );
}

/** A model that translates into that language, paragraph for paragraph. */
function translator(chat: OllamaChat): string {
  const text = givenText(chat);
  return text === '' ? named(namesIn(chat).map((name) => [name, name])) : turned(text);
}

/** Returns the names that a request asks for. */
function namesIn({ messages }: OllamaChat): readonly string[] {
  return (messages.at(-1)?.content ?? '').split('\n\n')[0]?.split('\n') ?? [];
}

/** Returns an answer about names: each with its form. */
function named(names: readonly (readonly [name: string, form: string])[]): string {
  return JSON.stringify({ names: names.map(([name, form]) => ({ name, form })) });
}

/** Reports whether a request asks for the forms of names. */
function isForNames({ messages }: OllamaChat): boolean {
  return messages[0]?.content.startsWith('A book is translated') ?? false;
}

/** Returns the form of Cardiff that a request asks for. */
function formOf({ messages }: OllamaChat): string {
  return /^Cardiff = (.*)$/mu.exec(messages.at(-1)?.content ?? '')?.[1] ?? 'Cardiff';
}

/** Reports whether a request is for the paragraph on the pier alone. */
function isAlone(chat: OllamaChat): boolean {
  return /^\[1\] All of them[^[]*$/u.test(givenText(chat));
}

function chapterOf(texts: readonly string[], more: Partial<Chapter> = {}): Chapter {
  const blocks: Block[] = texts.map((text) => ({ kind: 'paragraph', text, document: 'd', elementId: 'p' }));
  const heading: Block = { kind: 'heading', level: 2, text: 'The quiet harbour', document: 'd' };
  return { title: 'The quiet harbour', titleSource: 'contents', blocks: [heading, ...blocks], ...more };
}

async function translated(
  chapters: readonly Chapter[],
  url: string,
  folder: string,
  more: Partial<NarrationOptions> = {},
) {
  const model = createModel('tiny', settingsFrom([{}]), { baseUrl: url });
  const narrated: NarratedChapter[] = [];
  const numbered = chapters.map((chapter, index) => ({ index, chapter }));
  const options = { task: direct, prompt: '', bookTitle: 'The Book', language: 'en', folder, signal, ...more };
  for await (const chapter of narrate(numbered, { ...options, translation: { target: 'fr', model } }))
    narrated.push(chapter);
  return narrated;
}

describe('a translation', () => {
  it('has every paragraph once, in order, with its kind and place, and a title in the target language', async () => {
    await using server = await startOllamaServer({ reply: translator });
    const texts = uniqueParagraphs(40);
    const [narrated] = await translated([chapterOf(texts)], server.url, await temporaryFolder());
    expect(narrated?.title).toBe(turned('The quiet harbour'));
    expect(narrated?.blocks).toEqual([
      { kind: 'heading', level: 2, text: turned('The quiet harbour'), document: 'd' },
      ...texts.map((text) => ({ kind: 'paragraph', text: turned(text), document: 'd', elementId: 'p' })),
    ]);
    expect(server.chats.length).toBeGreaterThan(2);
    expect(server.chats.at(-1)?.messages[0]?.content).toContain('from English into French');
    expect(server.chats.at(-1)?.messages[1]?.content).toContain('Before it, the book says (not to be translated):');
  });

  it('leaves text without words and text in the target language unchanged', async () => {
    await using server = await startOllamaServer({ reply: translator });
    const blocks: Block[] = [
      { kind: 'paragraph', text: 'It was the year of the great storm.', document: 'd' },
      { kind: 'scene-break', text: '', document: 'd' },
      { kind: 'paragraph', text: '1815 – 1817', document: 'd' },
      { kind: 'quotation', text: 'Plus ça change, plus c’est la même chose.', language: 'fr-FR', document: 'd' },
    ];
    const [narrated] = await translated([chapterOf([], { blocks })], server.url, await temporaryFolder());
    expect(narrated?.blocks.map(({ text }) => text)).toEqual([
      turned(blocks[0]?.text ?? ''),
      '',
      '1815 – 1817',
      blocks[3]?.text,
    ]);
    expect(narrated?.blocks[3]).not.toHaveProperty('language');
  });

  it('into the language of the book sends no request', async () => {
    await using server = await startOllamaServer({ reply: translator });
    const [narrated] = await translated([chapterOf(uniqueParagraphs(3))], server.url, await temporaryFolder(), {
      language: 'fr-CA',
    });
    expect(narrated?.blocks).toEqual(chapterOf(uniqueParagraphs(3)).blocks);
    expect(server.chats).toHaveLength(0);
  });

  it('uses one form of each name, which users can correct', async () => {
    await using server = await startOllamaServer({
      reply: (chat) =>
        isForNames(chat)
          ? named([
              ['Cardiff', 'Cardife'],
              ['Bergen', 'Bergen'],
              ['Nobody asked', 'Personne'],
            ])
          : turned(givenText(chat)).replaceAll('Cardiff', formOf(chat)),
    });
    const folder = await temporaryFolder();
    await translated([chapterOf(uniqueParagraphs(20))], server.url, folder);
    const file = path.join(folder, 'names.fr.json');
    const names = JSON.parse(await readFile(file, 'utf8'));
    expect(names).toEqual({ Cardiff: 'Cardife', Bergen: 'Bergen' });
    const withName = server.chats.find((chat) => /^\[1\].*Cardiff/su.test(givenText(chat)));
    expect(withName?.messages[1]?.content).toMatch(/^Names:\n(?:.* = .*\n)*Cardiff = Cardife\n/u);
    await writeFile(file, JSON.stringify({ ...names, Cardiff: 'Caerdydd' }));
    const before = server.chats.length;
    await translated([chapterOf(uniqueParagraphs(20)), chapterOf(uniqueParagraphs(20, 1))], server.url, folder);
    const askedAgain = server.chats.slice(before).filter((chat) => givenText(chat) === '');
    for (const { messages } of askedAgain) expect(messages[1]?.content).not.toContain('Cardiff');
    expect(server.chats.at(-1)?.messages[1]?.content).toContain('Cardiff = Caerdydd');
  });

  it('comes before the script where a task rewrites the text', async () => {
    await using server = await startOllamaServer({
      reply: (chat) =>
        chat.messages[0]?.content.startsWith('You translate') || isForNames(chat) ? translator(chat) : givenText(chat),
    });
    const model = createModel('tiny', settingsFrom([{}]), { baseUrl: server.url });
    const task = taskConfig({ name: 'own', prompt: 'Read the text aloud, as to a child.' });
    const [narrated] = await translated([chapterOf(uniqueParagraphs(16))], server.url, await temporaryFolder(), {
      task,
      prompt: task.prompt,
      model,
    });
    expect(narrated?.blocks.slice(1).map(({ text }) => text)).toEqual(uniqueParagraphs(16).map(turned));
    expect(server.chats.at(-1)?.messages[0]?.content).toContain('Write in French.');
    expect(narrated?.steps).toEqual([]);
  });

  describe('with a doubtful paragraph', () => {
    const text = 'All of them stood on the pier and waited, but the ferry of 1815 did not come that day.';
    const doubtful = turned(text).replace('1815', '1851');

    it('has the second answer, for which that paragraph alone is asked for with the reason', async () => {
      const reply = (chat: OllamaChat) =>
        isAlone(chat) ? translator(chat) : translator(chat).replace(turned(text), doubtful);
      await using server = await startOllamaServer({ reply });
      const chapter = chapterOf([...uniqueParagraphs(6), text, ...uniqueParagraphs(3, 1)]);
      const [narrated] = await translated([chapter], server.url, await temporaryFolder());
      expect(narrated?.blocks[7]?.text).toBe(turned(text));
      expect(narrated?.steps).toEqual([{ action: 'asked-again', reason: 'lost-number', about: text.slice(0, 60) }]);
      const again = server.chats.filter(isAlone);
      expect(again).toHaveLength(1);
      expect(again[0]?.messages[1]?.content).toContain('- Every number must be that of the text (1815).');
    });

    it('is spoken and reported when the second answer has the same doubt or is none', async () => {
      for (const second of [doubtful, 'I’m sorry, I cannot translate this.']) {
        const reply = (chat: OllamaChat) => (isAlone(chat) ? second : translator(chat).replace(turned(text), doubtful));
        await using server = await startOllamaServer({ reply });
        const chapter = chapterOf([...uniqueParagraphs(6), text]);
        const [narrated] = await translated([chapter], server.url, await temporaryFolder());
        expect(narrated?.blocks[7]?.text).toBe(doubtful);
        expect(narrated?.origin).toBe('written');
        expect(narrated?.steps.at(-1)).toEqual({ action: 'doubtful', reason: 'lost-number', about: '1815' });
        expect(server.chats.filter(isAlone)).toHaveLength(1);
      }
    });
  });

  it('leaves a heading that cannot be translated as it is, with a doubt', async () => {
    const title = 'The quiet harbour';
    const refused = 'I’m sorry, I cannot translate this.';
    const reply = (chat: OllamaChat) => (givenText(chat).includes(title) ? refused : translator(chat));
    await using server = await startOllamaServer({ reply });
    const texts = uniqueParagraphs(6);
    const [narrated] = await translated([chapterOf(texts)], server.url, await temporaryFolder());
    expect(narrated?.blocks.map(({ text }) => text)).toEqual([title, ...texts.map(turned)]);
    expect(narrated?.title).toBe(title);
    expect(narrated?.steps.at(-1)).toMatchObject({ action: 'doubtful', about: title });
  });

  it('requests wrong completions again in smaller parts', async () => {
    let refused = 0;
    await using server = await startOllamaServer({
      reply(chat) {
        if (givenText(chat).length < 900) return translator(chat);
        refused += 1;
        return refused % 2 ? 'I’m sorry, I cannot translate this.' : givenText(chat);
      },
    });
    const texts = uniqueParagraphs(24);
    const [narrated] = await translated([chapterOf(texts)], server.url, await temporaryFolder());
    expect(narrated?.blocks.slice(1).map(({ text }) => text)).toEqual(texts.map(turned));
    expect(new Set(narrated?.steps.map(({ reason }) => reason))).toEqual(new Set(['form', 'untranslated']));
  });

  describe.each([
    ['is left in the source language', (text: string) => text],
    ['is refused', () => 'I’m sorry, I cannot translate this.'],
    ['is a page of a proxy', () => '<html><body>Sign in</body></html>'],
    ['comes back empty', () => '[1] '],
  ])('of a sentence that %s', (_name, bad) => {
    const text = 'There was one sentence in it that the model would not touch under any circumstances.';
    const reply = (chat: OllamaChat) =>
      givenText(chat).includes('would not touch') ? bad(givenText(chat)) : translator(chat);

    it('fails and reports the chapter', async () => {
      await using server = await startOllamaServer({ reply });
      const run = translated([chapterOf([...uniqueParagraphs(3), text])], server.url, await temporaryFolder());
      await expect(run).rejects.toMatchObject({
        code: 'model-failed',
        message: expect.stringMatching(/Chapter 1.*could not translate 'There was one sentence.*French.*--allow-gaps/u),
      });
    });

    it('is a gap where gaps are allowed, and a run with another seed asks for it alone', async () => {
      const folder = await temporaryFolder();
      const chapter = chapterOf([...uniqueParagraphs(3), text]);
      {
        await using server = await startOllamaServer({ reply });
        const [narrated] = await translated([chapter], server.url, folder, { allowGaps: true });
        expect(narrated?.blocks.at(-1)).toMatchObject({ text, language: 'en' });
        expect(narrated?.blocks.at(-2)?.text).toBe(turned(uniqueParagraphs(3).at(-1) ?? ''));
        expect(narrated?.steps.at(-1)).toMatchObject({ action: 'gap', about: text });
      }
      await using again = await startOllamaServer({ reply: translator });
      await expect(translated([chapter], again.url, folder)).rejects.toMatchObject({ code: 'model-failed' });
      expect(again.chats).toEqual([]);
      const [narrated] = await translated([chapter], again.url, folder, { parameters: { seed: 7 } });
      expect(narrated?.blocks.at(-1)).toEqual({ kind: 'paragraph', text: turned(text), document: 'd', elementId: 'p' });
      expect(narrated?.steps.filter(({ action }) => action === 'gap')).toEqual([]);
      expect(again.chats.length).toBeLessThanOrEqual(1);
    });
  });

  it('leaves a motto in a third language and reports it', async () => {
    const motto = 'Fluctuat nec mergitur, sed fortiter undas adversas semper temnit.';
    await using server = await startOllamaServer({
      reply: (chat) => translator(chat).replace(turned(motto), motto),
    });
    const texts = [...uniqueParagraphs(30), motto];
    const [narrated] = await translated([chapterOf(texts)], server.url, await temporaryFolder());
    expect(narrated?.blocks.at(-1)?.text).toBe(motto);
    expect(narrated?.steps.at(-1)).toEqual({
      action: 'source-text',
      reason: 'untranslated',
      about: motto.slice(0, 60),
    });
  });

  it('that was interrupted never requests a completion twice', async () => {
    const chapters = [chapterOf(uniqueParagraphs(30)), chapterOf(uniqueParagraphs(30, 2))];
    await using whole = await startOllamaServer({ reply: translator });
    await translated(chapters, whole.url, await temporaryFolder());
    for (const stopAfter of [1, 3, whole.chats.length - 2]) {
      const folder = await temporaryFolder();
      const controller = new AbortController();
      await using server = await startOllamaServer({
        reply(chat, call) {
          if (call > stopAfter) controller.abort();
          return translator(chat);
        },
      });
      await expect(translated(chapters, server.url, folder, { signal: controller.signal })).rejects.toMatchObject({
        code: 'canceled',
      });
      await using again = await startOllamaServer({ reply: translator });
      await translated(chapters, again.url, folder);
      expect(again.chats).toHaveLength(whole.chats.length - stopAfter);
    }
  });
});

describe('the guard of a translation', () => {
  const source = ['He walked down to the harbour early.', 'Elizabeth, Jane, Mary, Kitty, Lydia.'];
  const check = (text: string, paragraph = source, languages = { language: 'en', target: 'fr' }) =>
    guardTranslation({ text, stopReason: 'complete' }, paragraph, languages);

  it.each([
    ['numbers in order', '[1] Il descendit tôt au port.\n\n[2] Elizabeth, Jane, Mary, Kitty, Lydia.'],
    ['thoughts before it', '<think>Hm.</think>[1] Il descendit tôt au port.\n[2] Elizabeth, Jane, Mary, Kitty, Lydia.'],
    ['bold', '[1] **Il descendit** tôt au *port*.\n[2] Elizabeth, Jane, Mary, Kitty, Lydia.'],
  ])('accepts %s', async (_name, text) => {
    expect(await check(text)).toEqual({
      ok: true,
      paragraphs: ['Il descendit tôt au port.', 'Elizabeth, Jane, Mary, Kitty, Lydia.'],
    });
  });

  it('handles scripts without spaces and checks the script of the target language', async () => {
    const japanese = ['山路を登りながら、こう考えた。'];
    const toEnglish = { language: 'ja', target: 'en' };
    const toJapanese = { language: 'en', target: 'ja' };
    const english = source.slice(0, 1);
    expect(await check('[1] Climbing the mountain path, I thought this.', japanese, toEnglish)).toMatchObject({
      ok: true,
    });
    expect(await check(`[1] ${japanese[0]}`, japanese, toEnglish)).toMatchObject({
      ok: false,
      problem: 'untranslated',
    });
    expect(await check('[1] 彼は早朝に港へ歩いて行った。', english, toJapanese)).toMatchObject({ ok: true });
    expect(await check('[1] Il descendit tôt au port.', english, toJapanese)).toMatchObject({
      problem: 'untranslated',
    });
    expect(await check('[1] Он рано спустился в гавань.', english, { language: 'en', target: 'ru' })).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['a preamble', 'Voici la traduction :\n\n[1] A\n\n[2] B'],
    ['bold numbers', '**[1]** A\n\n**[2]** B'],
    ['numbers with a colon', '[1]: A\n[2]: B'],
    ['numbers with a full stop', '1. A\n2. B'],
    ['bold numbers with a full stop', '**1.** A\n\n**2.** B'],
    ['a code fence', '```\n[1] A\n[2] B\n```'],
    ['a remark after it', '[1] A\n\n[2] B\n\nLet me know if you would like any changes to this translation!'],
    ['a note after it', '[1] A\n\n[2] B\n\n**Note :** « port » est traduit librement.'],
    ['a rule after it', '[1] A\n\n[2] B\n\n---'],
  ])('reads past %s', async (_name, text) => {
    const [first, second] = ['Il descendit tôt au port.', 'Elizabeth, Jane, Mary, Kitty, Lydia.'];
    const answer = text.replace(/\bA\b/u, first).replace(/\bB\b/u, second);
    expect(await check(answer)).toEqual({ ok: true, paragraphs: [first, second] });
  });

  it('takes one paragraph without its number where it was asked for alone, but no refusal', async () => {
    const plain = { language: 'en', target: 'fr', isPlain: true };
    const one = source.slice(0, 1);
    expect(await check('Il descendit tôt au port.', one, plain)).toMatchObject({ ok: true });
    expect(await check('I’m sorry, but I can’t translate this text.', one, plain)).toMatchObject({ ok: false });
    expect(await check(JSON.stringify({ script: ['Il descendit tôt au port.'] }), one, plain)).toMatchObject({
      ok: true,
    });
    const numbered = { paragraphs: [{ n: 1, text: 'Il descendit tôt au port.' }] };
    expect(await check(JSON.stringify(numbered), one)).toMatchObject({ ok: true });
  });

  describe('of a paragraph or more', () => {
    const english = [
      'The old man looked at the water for a long while. He had fifteen boats once, and now he had none. His daughter did not answer him. In 1845 the harbour had been full of ships.',
      'She walked home through the rain and closed the door behind her. The dog was asleep by the fire. Nobody had eaten the soup.',
    ];
    const sea =
      'Le vieil homme regarda longtemps la mer. Il avait eu quinze bateaux, et maintenant il n’en avait plus aucun. Sa fille ne lui répondit pas. En 1845, le port était plein de navires.';
    const home =
      'Elle rentra chez elle sous la pluie et ferma la porte derrière elle. Le chien dormait près du feu. Personne n’avait mangé la soupe.';
    const pair = async (first: string, second: string, target = 'fr', original = english) =>
      await check(`[1] ${first}\n\n[2] ${second}`, original, { language: 'en', target });

    it('accepts a translation', async () => {
      expect(await pair(sea, home)).toEqual({ ok: true, paragraphs: [sea, home] });
    });

    it.each([
      [
        'Spanish',
        'El viejo miró el agua durante mucho tiempo. Una vez tuvo quince barcos, y ahora no tenía ninguno. Su hija no le respondió. En 1845 el puerto estaba lleno de barcos.',
        'fr',
      ],
      [
        'Spanish in one sentence',
        sea.replace(
          'Il avait eu quinze bateaux, et maintenant il n’en avait plus aucun.',
          'Una vez tuvo quince barcos, y ahora no tenía ninguno.',
        ),
        'fr',
      ],
      [
        'Russian for Ukrainian',
        'Старик долго смотрел на воду. Когда-то у него было пятнадцать лодок, а теперь не было ни одной. Дочь ему не ответила. В 1845 году гавань была полна кораблей и людей со всего света, и никто не думал тогда, что всё это когда-нибудь кончится навсегда. Она шла домой под дождём и закрыла за собой дверь, а собака спала у огня.',
        'uk',
      ],
      [
        'Chinese for Japanese',
        '老人看着水看了很久。他曾经有十五条船，现在一条也没有了。他的女儿没有回答他。1845年，港口里满是船只。',
        'ja',
      ],
    ])('refuses %s', async (_name, first, target) => {
      expect(await check(`[1] ${first}`, english.slice(0, 1), { language: 'en', target })).toEqual({
        ok: false,
        problem: 'untranslated',
      });
    });

    it('refuses thoughts in the language of the book', async () => {
      expect(await pair(sea, `Okay, let me translate this paragraph very carefully. ${home}`)).toMatchObject({
        problem: 'untranslated',
      });
    });

    it('lets a sentence stay that the book has in a third language', async () => {
      const latin = 'Quousque tandem abutere, Catilina, patientia nostra?';
      expect(await pair(sea, `${home} ${latin}`, 'fr', [english[0] ?? '', `${english[1]} ${latin}`])).toMatchObject({
        ok: true,
      });
    });

    it.each([
      [
        'an end in the middle of a sentence',
        'Elle rentra chez elle sous la pluie et ferma la porte derrière elle. Le chien dormait',
        'unfinished',
      ],
      ['the paragraph before it again', sea.replace('En 1845', 'Et'), 'repetition'],
    ])('refuses %s', async (_name, second, problem) => {
      expect(await pair(sea, second)).toEqual({ ok: false, problem });
    });

    it('lets a character offer to go on', async () => {
      const speech = [english[0] ?? '', '“It is late, and the rain has begun again. Shall I continue?”'];
      expect(
        await pair(sea, '« Il est tard, et la pluie a repris. Voulez-vous que je continue ? »', 'fr', speech),
      ).toMatchObject({ ok: true });
    });

    it('lets paragraphs be equal whose sources are', async () => {
      const twice = [
        'It was a long way to the old harbour, my dear.',
        'It was a long way to the old harbour, my dear.',
      ];
      const text = 'Le chemin du vieux port était long, ma chère.';
      expect(await pair(text, text, 'fr', twice)).toMatchObject({ ok: true });
    });
  });

  it('judges the length of a completion by the book', async () => {
    const lengths = new TranslationLengths();
    expect(lengths.problemOf(450, 1000)).toBe('too-short');
    for (let index = 0; index < 8; index += 1) expect(lengths.problemOf(1200, 1000)).toBeUndefined();
    expect(lengths.problemOf(800, 1000)).toBe('too-short');
    expect(lengths.problemOf(1800, 1000)).toBe('too-long');
    expect(lengths.problemOf(1100, 1000)).toBeUndefined();
    expect(lengths.problemOf(10, 100)).toBeUndefined();
  });

  it.each([
    ['a paragraph too few', 'form', '[1] Il descendit tôt au port.'],
    ['numbers out of order', 'form', '[2] Elizabeth.\n[1] Il descendit tôt au port.'],
    ['a refusal', 'form', 'I’m sorry, but I can’t help with that.'],
    ['an empty paragraph', 'empty', '[1] –\n[2] Elizabeth, Jane, Mary, Kitty, Lydia.'],
    ['the source', 'untranslated', source.map((text, index) => `[${index + 1}] ${text}`).join('\n')],
    ['too little', 'too-short', '[1] Port.\n[2] Elizabeth, Jane, Mary, Kitty, Lydia.'],
    ['too much', 'too-long', `[1] ${'Il descendit tôt au port de la ville. '.repeat(4)}\n[2] Elizabeth, Jane.`],
  ])('rejects %s', async (_name, problem, text) => {
    expect(await check(text)).toEqual({ ok: false, problem });
  });
});
