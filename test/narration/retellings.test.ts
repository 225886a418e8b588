import { describe, expect, it } from 'vitest';
import { guardScript } from '../../src/narration/guard/guard-script.ts';
import type { GuardedScript } from '../../src/narration/guard/guarded-script.ts';
import type { ScriptExpectation } from '../../src/narration/script-expectation.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { retoldChapters } from './corpus/retellings.ts';

const { expectation: summary } = builtinTasks().get('summary') ?? taskConfig({ name: '', prompt: '' });

function guard(
  text: string,
  { chapter, language }: { readonly chapter: string; readonly language: string },
  expectation: ScriptExpectation = { ...summary, length: { min: 0.02, typical: 0.2, max: 2.5 } },
): GuardedScript {
  return guardScript({ text, stopReason: 'complete' }, { source: chapter, chapter, language, expectation });
}

function spoken(guarded: GuardedScript): string {
  return guarded.ok ? guarded.text.replaceAll(/\s+/gu, ' ') : guarded.problem;
}

describe.each(retoldChapters)('a summary in $language', (given) => {
  const [first = ''] = given.good;
  const bare = first.replaceAll(/\s+/gu, ' ');

  it('is kept', () => {
    for (const good of given.good) {
      expect(guard(good, given)).toMatchObject({ ok: true, repairs: [] });
      expect(spoken(guard(JSON.stringify({ script: good.split('\n\n') }), given))).toBe(good.replaceAll(/\s+/gu, ' '));
    }
  });

  it('is spoken without what a model says to the person who asked', () => {
    for (const preamble of given.preambles) {
      expect(spoken(guard(`${preamble}\n\n${first}`, given)), preamble).toBe(bare);
      expect(spoken(guard(`${preamble}\n\n<script>${first}</script>`, given)), preamble).toBe(bare);
    }
    for (const closing of given.closings) {
      expect(spoken(guard(`${first}\n\n${closing}`, given)), closing).toBe(bare);
      expect(spoken(guard(`<script>${first}</script>\n${closing}`, given)), closing).toBe(bare);
    }
  });

  it('is not spoken in another language, neither as a whole nor in one paragraph', () => {
    for (const other of retoldChapters.filter(({ language }) => language !== given.language)) {
      const [foreign = ''] = other.good;
      const refused = /^(?:unrelated|too-short|unfinished)$/u;
      expect(spoken(guard(foreign, given)), other.language).toMatch(refused);
      expect(spoken(guard(`<script>${first}\n\n${foreign}</script>`, given)), other.language).toMatch(refused);
      expect(spoken(guard(`${foreign}\n\n${first}`, given)), other.language).not.toContain(foreign.slice(0, 20));
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

  it.each([
    ['has other names than the chapter', others, 'wrong-names'],
    ['has none of its names', none, 'wrong-names'],
    ['stops in the middle of a sentence', good.slice(0, good.indexOf('suspect')), 'unfinished'],
    ['calls a tool', '{"name": "write_script", "arguments": {"chapter": 3, "style": "summary"}}', 'too-short'],
    ['speaks of the text in Turkish', `Sağladığınız metin bir özet istiyor. ${good}`, 'refusal'],
    ['speaks of the text in Russian', `Предоставленный вами текст говорит о лодке. ${good}`, 'refusal'],
    ['speaks of the text in Chinese', `您提供的文本讲述了一个故事。${good}`, 'refusal'],
  ])('that %s is refused', (_name, text, problem) => {
    expect(spoken(guard(text, given))).toBe(problem);
  });

  it.each([
    [
      'it',
      'Edmund, Hallam e Tobias Wren salgono alla cava. «Vuoi che io ti aiuti?» chiede Tobias, e resta in silenzio.',
    ],
    ['de', 'Tobias Wren und Edmund Hallam steigen zum Steinbruch. „Können Sie mir die Lampe geben?“, fragt Tobias.'],
    ['nl', 'Tobias Wren en Edmund Hallam klimmen naar de groeve. ‘Wil je dat ik blijf?’ vraagt Tobias.'],
  ])('in %s may have a question of someone in the book', (language, text) => {
    const chapter = `${text.replace(/[«„‘].*?[»“’]/u, '')} ${given.chapter}`;
    const guarded = guardScript(
      { text: `<script>${text}</script>`, stopReason: 'complete' },
      { source: chapter, chapter, language, expectation: { ...summary, length: { min: 0, typical: 1, max: 4 } } },
    );
    expect(spoken(guarded)).toBe(text);
  });

  it('of another text in its language is refused', () => {
    const other =
      'Before dawn a broken fence worries two farmers, because somebody has driven away their finest sheep again. Neighbours gather with torches, quarrel about fines and inheritance, and finally accuse an innocent shepherd. Nobody apologises afterwards.';
    expect(spoken(guard(other, given))).toBe('unrelated');
  });

  it('is spoken once, though a model wrote it twice', () => {
    const [first = '', second = ''] = english?.good ?? [];
    for (const text of [`${first}\n\n${first}`, `${first}\n\n${second}\n\n${first}`]) {
      const once = [...new Set(text.split('\n\n'))].join(' ');
      expect(guard(JSON.stringify({ script: text.split('\n\n') }), given)).toMatchObject({ repairs: ['repeats'] });
      expect(spoken(guard(JSON.stringify({ script: text.split('\n\n') }), given))).toBe(once);
    }
  });

  it('has the characters that were meant', () => {
    const text = `${good} “Edmund’s lamp,” she says – and leaves.`;
    const entities = text.replaceAll('“', '&ldquo;').replaceAll('”', '&quot;').replaceAll('’', '&#8217;');
    expect(spoken(guard(JSON.stringify({ script: [entities] }), given))).toBe(text.replaceAll('”', '"'));
    expect(spoken(guard(`<script>${entities}</script>`, given))).toBe(text.replaceAll('”', '"'));
    const wrong = `${good} â€œEdmundâ€™s lamp,â€\u009D she says â€“ and leaves.`;
    expect(spoken(guard(`<script>${wrong}</script>`, given))).toBe(text);
    expect(spoken(guard(`<script>${good} “Ça, là\u00A0»…</script>`, given))).toBe(`${good} “Ça, là »…`);
  });

  it('is found among notes in a JSON object of another form', () => {
    const answer = JSON.stringify({ title: 'The quarry', body: good, notes: 'I kept it short.' });
    expect(spoken(guard(answer, given))).toBe(good);
  });

  it.each([
    'I hope this captures the spirit of the chapter! Shall I go on with the next one?',
    'Souhaitez-vous que je continue ?',
    'Spero che ti piaccia! Vuoi che continui?',
    '¿Quieres que escriba el siguiente?',
    'Remarque : certains passages ont été abrégés.',
    'Примечание: некоторые места сокращены.',
  ])('is spoken without “%s” behind its last sentence', (closing) => {
    expect(spoken(guard(`<script>${good} ${closing}</script>`, given))).toBe(good);
    expect(spoken(guard(`<script>${good}\n\n${closing}</script>`, given))).toBe(good);
  });

  it.each(['Es tut mir leid, aber dabei kann ich nicht helfen.', 'Je suis désolé, mais je ne peux pas vous aider.'])(
    'that ends with “%s” is refused',
    (refusal) => {
      expect(spoken(guard(`<script>${good}\n\n${refusal}</script>`, given))).toBe('refusal');
    },
  );

  it('may have other names, or none, where its prompt says so', () => {
    for (const text of [others, none]) {
      expect(guard(text, given, { ...summary, length: { min: 0, typical: 1, max: 4 }, names: false })).toMatchObject({
        ok: true,
      });
    }
  });

  it('of a part without names needs none', () => {
    const source = given.chapter.split('\n\n')[2]?.replaceAll(/Edmund|Hallam /gu, 'he ') ?? '';
    const context = {
      source,
      chapter: given.chapter,
      language: 'en',
      expectation: { ...summary, length: { min: 0, typical: 1, max: 4 } },
    };
    expect(guardScript({ text: none, stopReason: 'complete' }, context)).toMatchObject({ ok: true });
  });
});
