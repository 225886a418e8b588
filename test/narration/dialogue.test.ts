import { describe, expect, it } from 'vitest';
import { guardRetelling } from '../../src/narration/guard/guard-retelling.ts';
import { sourceText } from '../../src/narration/guard/source-text.ts';
import { readAnswer } from '../../src/narration/guard/answer/read-answer.ts';
import { blocksToScript, scriptToBlocks } from '../../src/narration/script/script-text.ts';

const host = { speaker: 'host', text: 'What did the captain find on the quay?' };
const guest = { speaker: 'guest', text: 'The captain found seventeen boats, and one was not his own.' };

const readTurns = (completion: string) => readAnswer(completion)?.passages;

describe('the reader of answers', () => {
  it.each([
    ['our schema', JSON.stringify({ script: [host, guest] })],
    ['a list in a fence after a lead line', `Here it is:\n\`\`\`json\n${JSON.stringify([host, guest])}\n\`\`\``],
    ['speakers as fields', JSON.stringify({ script: [{ host: host.text }, { guest: guest.text }] })],
    ['labels inside of the schema', JSON.stringify({ script: [{ ...host, text: `HOST: ${host.text}` }, guest] })],
    ['labels between tags', `Sure!\n<script>\nHOST: ${host.text}\n\nGUEST: ${guest.text}\n</script>\nEnjoy!`],
    ['bold labels', `**Host:** ${host.text}\n**Guest**: ${guest.text}`],
    ['labels on lines of their own', `[HOST]:\n${host.text}\n[GUEST]:\n${guest.text}`],
    ['labels with directions', `HOST (curious): ${host.text}\nGUEST (laughs): ${guest.text}`],
    ['numbered hosts', `Host 1: ${host.text}\nHost 2: ${guest.text}`],
    ['turns on one line', `HOST: ${host.text} GUEST: ${guest.text}`],
    ['labels in German', `MODERATOR: ${host.text}\nGAST: ${guest.text}`],
    ['labels in Spanish', `**Anfitriona:** ${host.text}\n**Invitado:** ${guest.text}`],
    ['labels in Russian', `ВЕДУЩИЙ: ${host.text}\nГОСТЬ: ${guest.text}`],
    ['labels in Chinese', `主持人：${host.text}\n嘉宾：${guest.text}`],
    [
      'speakers in French',
      JSON.stringify({
        script: [
          { ...host, speaker: 'Hôte' },
          { ...guest, speaker: 'Invitée' },
        ],
      }),
    ],
    ['thoughts before', `<think>HOST: no</think>HOST: ${host.text}\nGUEST: ${guest.text}`],
  ])('reads %s', (_name, completion) => {
    expect(readTurns(completion)).toEqual([host, guest]);
  });

  const more = [
    { speaker: 'host', text: 'Whose was it?' },
    { speaker: 'guest', text: 'Nobody knew.' },
  ];

  it.each([
    ['names in bold', (at: number) => `**${at % 2 ? 'Jamie' : 'Alex'}:** `],
    ['names with a direction', (at: number) => `${at % 2 ? 'Dr. Chen' : 'Maria'} (warmly): `],
    ['labels twice', (at: number) => (at % 2 ? 'GUEST: Guest: ' : 'HOST: Host: ')],
  ])('reads speakers with %s', (_name, label) => {
    const turns = [host, guest, ...more];
    const lines = turns.map(({ text }, index) => `${label(index)}${text}`);
    expect(readTurns(`<script>\n${lines.join('\n\n')}\n</script>`)).toEqual(turns);
  });

  it('reads the names that a model gives the speakers in a list', () => {
    const turns = [host, guest, ...more];
    const script = turns.map(({ speaker, text }) => ({ speaker: speaker === 'host' ? 'Alex' : 'Jamie', text }));
    expect(readTurns(JSON.stringify({ script }))).toEqual(turns);
  });

  it('takes no words with a colon for names of speakers', () => {
    const text =
      'First: the harbour.\n\nIt was dark.\n\nSecond: the boats.\n\nFirst: nobody came.\n\nSo it went on.\n\nSecond: nobody left.';
    expect(readTurns(text)).toEqual([{ speaker: undefined, text }]);
  });

  it('reads a text without labels as one turn without a speaker', () => {
    expect(readTurns('One thing.\n\nAnother.')).toEqual([{ speaker: undefined, text: 'One thing.\n\nAnother.' }]);
  });
});

describe('a script with two hosts', () => {
  const block = { kind: 'paragraph', document: 'd' } as const;
  const expectation = {
    related: true,
    dialogue: true,
    length: { min: 0.15, typical: 0.8, max: 2.5 },
  } as const;
  const source =
    'The captain counted the boats on the quay. There were seventeen boats, and one of them was not his own. What the captain found, the keeper did not say.';
  const guard = async (text: string) =>
    await guardRetelling(
      { text, stopReason: 'complete' },
      {
        source,
        chapter: sourceText(source, 'en'),
        isPart: false,
        expectation,
        language: 'en',
        request: '',
        common: new Set(),
        isJudged: false,
      },
    );

  it('is cleaned, and each paragraph keeps its speaker', async () => {
    const answer = `Here is the script:\n\nHOST: ${host.text}\n\n[music]\n\nGUEST: *laughs* ${guest.text}\n\nLet me know if you want another!`;
    expect(await guard(answer)).toMatchObject({ ok: true, paragraphs: [host, guest] });
  });

  it('may have the hosts ask each other', async () => {
    const asking = `HOST: Could you share what the captain found on the quay?\nGUEST: ${guest.text}`;
    expect(await guard(asking)).toMatchObject({ ok: true, paragraphs: [{ speaker: 'host' }, guest] });
    expect(await guard('HOST: I’m sorry, but I can’t help with that.')).toMatchObject({ ok: false });
  });

  it('is kept in its file with labels, which can be edited', () => {
    const blocks = [
      { ...block, text: 'Plain.' },
      { ...block, text: 'HOST: is a word in a book.' },
      { ...block, role: 'host', text: '# What?' },
      { ...block, role: 'guest', text: 'GUEST: that.' },
    ];
    expect(scriptToBlocks(blocksToScript(blocks), 'd')).toEqual(blocks);
    const edited = 'HOST: One\nand two.\nguest: Three.\n\nGUEST:\nFour.\n\nFive.';
    expect(scriptToBlocks(edited, 'd').map(({ role, text }) => [role, text])).toEqual([
      ['host', 'One and two.'],
      ['guest', 'Three.'],
      ['guest', 'Four.'],
      [undefined, 'Five.'],
    ]);
  });
});
