import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { speechEnvelope } from '../../../src/audio/envelope/envelope.ts';
import type { Hearing } from '../../../src/listening/engine/recognizer-protocol.ts';
import { nextPass } from '../../../src/pipeline/encode/record-pass.ts';
import type { PlannedChapter } from '../../../src/pipeline/plan/plan.ts';
import { SegmentNotes } from '../../../src/pipeline/speak/segment-notes.ts';
import { openSegmentStore } from '../../../src/pipeline/store/segment-store.ts';
import { addressOf } from '../../../src/pipeline/speak/segment-address.ts';
import { synthesize } from '../../../src/pipeline/speak/synthesis.ts';
import type { SynthesisTools } from '../../../src/pipeline/speak/synthesis.ts';
import { Listening } from '../../../src/pipeline/hear/listening.ts';
import type { VerifyMode } from '../../../src/pipeline/options/verify-mode.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../../helpers/tiny-recognizers.ts';
import { tone, toneProvider } from '../../helpers/tone-provider.ts';

const heard: Hearing = { verdict: 'heard', share: 1, missing: [], surplus: [], transcript: '' };
const texts = ['The lamp was out.', 'Nobody had seen the ship.', 'It was cold that night.'];
const chapter: PlannedChapter = {
  number: 1,
  title: 'One',
  blocks: [],
  segments: texts.map((text, index) => ({ text, index, chapter: 0, language: 'en', pauseMs: 0, spoken: true })),
};

/** A service that speaks louder in the second pass, and a recognizer that hears every word and notes what it was asked. */
async function setUp(mode: Exclude<VerifyMode, 'off'>) {
  const folder = await temporaryFolder();
  const { model, ...place } = await installTinyRecognizer(path.join(folder, 'data'));
  const asked: string[] = [];
  const pool = {
    recognizersFor: () => [{ ...place, model }],
    hear: async ({ text }: { readonly text: string }) => {
      asked.push(text);
      return heard;
    },
  };
  const { signal } = new AbortController();
  const pass = { gain: 1 };
  const tools: SynthesisTools = {
    provider: {
      ...toneProvider({ concurrency: 1 }),
      synthesize: async ({ text }) => {
        const { samples, sampleRate } = tone(text, 8000);
        return { samples: samples.map((sample) => sample * pass.gain), sampleRate };
      },
    },
    speakerOf: ({ language = 'en' }) => ({ voice: 'sine', language }),
    store: await openSegmentStore(path.join(folder, 'store')),
    signal,
    onProgress: () => undefined,
    allowGaps: false,
    listening: new Listening({ pool, mode, expectedSegments: texts.length, folder }),
  };
  return { asked, tools, pass };
}

/** Makes a pass as for another loudness, and notes its segments. */
async function encodeAgain(notes: SegmentNotes, tools: SynthesisTools): Promise<void> {
  const onSpoken = notes.addAgain.bind(notes);
  const pass = nextPass(
    { planned: [chapter], gaps: [], reason: 'it is too quiet', isReplaced: false, onSpoken },
    tools,
  );
  for await (const one of pass.segments) pass.onSpoken(one, 0);
}

describe('a further pass over a book that was heard', () => {
  it('hears what is spoken anew, and nothing that is stored', async () => {
    const { asked, tools, pass } = await setUp('listen');
    const notes = new SegmentNotes();
    for await (const one of synthesize(chapter.segments, tools)) notes.add(one);
    expect(asked.toSorted()).toEqual(texts.toSorted());
    const lost = chapter.segments[1];
    if (lost) await tools.store.remove(addressOf(lost, tools));
    pass.gain = 2;
    await encodeAgain(notes, tools);
    expect(asked.slice(texts.length)).toEqual([texts[1]]);
    const { heard: noted, ...counts } = notes.noted();
    expect(counts).toMatchObject({ spoken: texts.length, stored: 0 });
    expect(noted.map(({ segment }) => segment.index)).toEqual([0, 1, 2]);
    const [first, again] = await Promise.all(
      chapter.segments.map(async (one) => await tools.store.read(addressOf(one, tools))),
    );
    expect(noted[0]?.envelope).toEqual(first && speechEnvelope(first));
    expect(noted[1]?.envelope).toEqual(again && speechEnvelope(again));
  });

  it('forgets what was noted of audio that is no longer in the book', async () => {
    const { asked, tools } = await setUp('doubtful');
    const notes = new SegmentNotes();
    const doubt = { reason: 'length', expectedSeconds: 1, seconds: 2 } as const;
    const finding = { hearing: { ...heard, verdict: 'unclear' }, isHealed: false } as const;
    for (const segment of chapter.segments) notes.add({ segment, stored: false, doubt, finding });
    expect(notes.noted()).toMatchObject({
      doubtful: texts.map(() => ({ doubt })),
      heard: texts.map(() => ({ finding })),
    });
    // Audio in doubt is not stored. What the service returns now is not in doubt, and so not heard.
    await encodeAgain(notes, tools);
    expect(asked).toEqual([]);
    expect(notes.noted()).toMatchObject({ doubtful: [], heard: [] });
  });
});
