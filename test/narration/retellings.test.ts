import { describe, expect, it } from 'vitest';
import { guardRetelling } from '../../src/narration/guard/guard-retelling.ts';
import type { GuardedRetelling, RetellingContext } from '../../src/narration/guard/guard-retelling.ts';
import type { ScriptExpectation } from '../../src/narration/script-expectation.ts';
import { sourceText } from '../../src/narration/guard/source-text.ts';
import { retoldChapters } from './corpus/retellings.ts';

const summary: ScriptExpectation = {
  related: true,
  length: { min: 0.05, typical: 0.2, max: 2.5 },
};

type Given = Pick<RetellingContext, 'language'> &
  Partial<Omit<RetellingContext, 'chapter'>> & { readonly chapter: string };

async function guard(text: string, given: Given, expectation = summary): Promise<GuardedRetelling> {
  const usual = { source: given.chapter, isPart: false, request: '', common: new Set<string>(), isJudged: false };
  const chapter = sourceText(given.chapter, given.language);
  return await guardRetelling({ text, stopReason: 'complete' }, { ...usual, ...given, chapter, expectation });
}

/** Returns what is spoken of an answer, or why it is refused. */
async function spoken(text: string, given: Given, expectation = summary): Promise<string> {
  const guarded = await guard(text, given, expectation);
  return guarded.ok ? guarded.paragraphs.map((paragraph) => paragraph.text).join(' ') : guarded.problem;
}

describe.each(retoldChapters)('a summary in $language', (given) => {
  const [first = ''] = given.good;
  const bare = first.replaceAll(/\s+/gu, ' ');

  it('is kept', async () => {
    for (const good of given.good) {
      expect(await guard(good, given)).toMatchObject({ ok: true, repairs: [] });
      const wrapped = JSON.stringify({ script: good.split('\n\n') });
      expect(await spoken(wrapped, given)).toBe(good.replaceAll(/\s+/gu, ' '));
    }
  });

  it('is spoken without what a model says to the person who asked', async () => {
    for (const preamble of given.preambles) {
      expect(await spoken(`${preamble}\n\n${first}`, given), preamble).toBe(bare);
      expect(await spoken(`${preamble}\n\n<script>${first}</script>`, given), preamble).toBe(bare);
    }
    for (const closing of given.closings) {
      expect(await spoken(`${first}\n\n${closing}`, given), closing).toBe(bare);
      expect(await spoken(`<script>${first}</script>\n${closing}`, given), closing).toBe(bare);
    }
  });

  it('is not spoken in another language, neither as a whole nor in one paragraph', async () => {
    for (const other of retoldChapters.filter(({ language }) => language !== given.language)) {
      const [foreign = ''] = other.good;
      const refused = /^(?:unrelated|other-language|too-short|unfinished)$/u;
      expect(await spoken(foreign, given), other.language).toMatch(refused);
      for (const text of [`<script>${first}\n\n${foreign}</script>`, `${foreign}\n\n${first}`])
        expect(await spoken(text, given), other.language).not.toContain(foreign.slice(0, 20));
    }
  });
});

describe('a summary', () => {
  const [english] = retoldChapters;
  const given = english ?? { chapter: '', language: 'en' };
  const [good = ''] = english?.good ?? [];
  const others =
    'When the ferry stops in March, Harold Pike rows across the sound and finds that the lamp in the window of the Corbin family is gone. Old Corbin leads Pike to the quarry, where a boy has counted the blocks: forty are missing. Harold is the only man with a boat that can carry stone, and slowly Corbin suspects Harold.';
  const none =
    'When the ferry stops in March, a man rows across the sound and finds that the lamp in a window is gone. An old woman leads him to the quarry, where a boy has counted the blocks: forty are missing. He is the only man with a boat that can carry stone, and slowly the woman suspects him.';
  const other =
    'Before dawn a broken fence worries two farmers, because somebody has driven away their finest sheep again. Neighbours gather with torches, quarrel about fines and inheritance, and finally accuse an innocent shepherd. Nobody apologises afterwards.';

  it('without names is kept', async () => {
    expect(await spoken(none, given)).toBe(none);
  });

  it.each([
    ['has other names than the chapter', others, 'wrong-names'],
    ['is of another text in its language', other, 'unrelated'],
    ['stops in the middle of a sentence', good.slice(0, good.indexOf('suspect')), 'unfinished'],
    ['calls a tool', '{"name": "write_script", "arguments": {"chapter": 3, "style": "summary"}}', 'unrelated'],
    ['is JSON that was cut', `{"script": ["${good}`, 'form'],
    ['is a loop', `${good}\n\n${'The lamp burned and burned in the window. '.repeat(9)}`, 'repetition'],
    ['has less than a twentieth of the words', 'Tobias and Mrs. Hallam look for Edmund.', 'too-short'],
    ['leaves the rest out', `${good} [The rest of the chapter continues unchanged]`, 'omission'],
    ['has a word in another script', `${good} The water of the quarry was 非常に黒い.`, 'unrelated'],
    ['is a page of a proxy', '<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>', 'unrelated'],
  ])('that %s is refused', async (_name, text, problem) => {
    expect(await spoken(text, given)).toBe(problem);
  });

  it('has no paragraph again with a few words changed', async () => {
    const again = good.replace('family', 'people').replace('missing', 'gone').replace('slowly', 'at last');
    expect(await spoken(`${good}\n\n${again}`, given)).toBe('repetition');
  });

  it('has no eight words in a row of our request, but those of the chapter that the request has', async () => {
    const request =
      'You write a summary. The keeper counts the boats every morning before the bell of the chapel rings.';
    expect(
      await spoken(`<script>The keeper counts the boats every morning before the bell. ${good}</script>`, {
        ...given,
        request,
        isJudged: true,
      }),
    ).toBe('copied-request');
    const opening = given.chapter.slice(0, given.chapter.indexOf(', and Tobias'));
    expect(await spoken(`${opening}. ${good}`, { ...given, request: opening })).toContain(good);
    const quoted = 'Begin with “Welcome to the book club of all the friends of the sea”.';
    expect(
      await spoken(`<script>Welcome to the book club of all the friends of the sea. ${good}</script>`, {
        ...given,
        request: quoted,
        isJudged: true,
      }),
    ).toContain(good);
  });

  it('is spoken once, though a model wrote it twice', async () => {
    const [first = '', second = ''] = english?.good ?? [];
    for (const text of [`${first}\n\n${first}`, `${first}\n\n${second}\n\n${first}`]) {
      const wrapped = JSON.stringify({ script: text.split('\n\n') });
      expect(await guard(wrapped, given)).toMatchObject({ repairs: ['repeats'] });
      expect(await spoken(wrapped, given)).toBe([...new Set(text.split('\n\n'))].join(' '));
    }
  });

  it('has the characters that were meant', async () => {
    const text = `${good} “Edmund’s lamp,” she says – and leaves.`;
    const entities = text.replaceAll('“', '&ldquo;').replaceAll('”', '&quot;').replaceAll('’', '&#8217;');
    expect(await spoken(`<script>${entities}</script>`, given)).toBe(text.replaceAll('”', '"'));
    const escaped = text.replaceAll('’', String.raw`\u2019`).replaceAll('“', String.raw`\u201c`);
    expect(await spoken(`<script>${escaped}</script>`, given)).toBe(text);
    const wrong = `${good} â€œEdmundâ€™s lamp,â€\u009D she says â€“ and leaves.`;
    expect(await spoken(`<script>${wrong}</script>`, given)).toBe(text);
    expect(await spoken(`<script>${good} “Ça, là\u00A0»…</script>`, { ...given, isJudged: true })).toBe(
      `${good} “Ça, là »…`,
    );
  });

  it.each([
    'This is a chapter about waiting. Tobias crosses the sound and knows that the lamp is gone.',
    'Here is the heart of the chapter: a boy counts the blocks of the quarry, and forty are missing.',
    'Let us begin at the quarry. Should I be Mrs. Hallam, I would step away from Tobias, too.',
  ])('keeps text that only resembles a remark: %s', async (text) => {
    expect(await guard(JSON.stringify({ script: text }), { ...given, isJudged: true })).toMatchObject({
      ok: true,
      repairs: [],
    });
  });

  it('may have other names, or none, where its prompt says so', async () => {
    const free = { ...summary, names: false };
    for (const text of [others, none, other]) expect(await spoken(text, given, free)).toBe(text);
  });

  it('of a part may be shorter than its share of the chapter', async () => {
    const short = 'Tobias and Mrs. Hallam look for Edmund.';
    expect(await spoken(short, { ...given, isPart: true })).toBe(short);
  });

  it.each(['length', 'refusal', 'filtered', 'prompt-too-long'] as const)(
    'that ended with %s is refused',
    async (stopReason) => {
      const chapter = sourceText(given.chapter, given.language);
      const context = {
        ...given,
        chapter,
        source: given.chapter,
        isPart: false,
        request: '',
        common: new Set<string>(),
      };
      const guarded = await guardRetelling(
        { text: good, stopReason },
        { ...context, isJudged: false, expectation: summary },
      );
      expect(guarded).toEqual({ ok: false, problem: stopReason });
    },
  );

  const parts = ['<think>', '(', '[', '*', '**a', '<a', '`', '“', '\n', 'a: ', '| a ', '_a ', '{"', '<|', '# ', '「'];
  it.each(parts)('is not %j 5,000 times', async (part) => {
    expect(await guard(part.repeat(5000), given)).toMatchObject({ ok: false });
  });
});
