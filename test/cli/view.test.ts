import { setTimeout as delay } from 'node:timers/promises';
import stringWidth from 'string-width';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProgressEvent } from '../../src/core/progress.ts';
import type { OutputStream } from '../../src/cli/process-context.ts';
import { columnsOf } from '../../src/cli/view/columns-of.ts';
import { downloadView } from '../../src/cli/view/download-view.ts';
import { openProgressView } from '../../src/cli/view/open-progress-view.ts';
import { progressLine } from '../../src/cli/view/progress-line.ts';
import { formatTable } from '../../src/cli/view/format-table.ts';
import { Capture } from '../helpers/in-process-cli.ts';
import { screenRows } from '../helpers/screen-rows.ts';

const spoken = (characters: number, stored = false): ProgressEvent => ({
  type: 'segment-spoken',
  chapter: 0,
  segment: 0,
  characters,
  seconds: 1,
  stored,
});

async function screenAfter(
  events: readonly ProgressEvent[],
  columns?: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const stream = new Capture(columns);
  const view = await openProgressView({ stderr: stream as unknown as OutputStream, environment }, {});
  for (const event of events) {
    view.onProgress(event);
    // The bar is drawn at intervals.
    if (columns !== undefined) await delay(150);
  }
  view.close();
  return stream.text;
}

const plan: Extract<ProgressEvent, { type: 'plan-made' }> = {
  type: 'plan-made',
  chapters: 2,
  segments: 10,
  characters: 100_000,
  stored: 0,
};

describe('the view of a terminal', () => {
  it('estimates the time left from what was synthesized and what remains', async () => {
    const requests = [0, 1, 2].flatMap((segment): ProgressEvent[] => [
      { type: 'request-start', segment, characters: 10 },
      { type: 'request-end', segment, characters: 10 },
      spoken(10),
    ]);
    const screen = await screenAfter([{ ...plan, segments: 10_000 }, ...requests], 100);
    const [, hours] = /\| (\d+) h \d\d min left \|/u.exec(screen) ?? [];
    // A request for 10 of 100,000 characters took at least 150 ms.
    expect(hours).toBeUndefined();
    const minutes = [...screen.matchAll(/\| (\d+) min \d\d s left \|/gu)].map(([, number]) => Number(number));
    expect(Math.max(...minutes)).toBeGreaterThanOrEqual(10);
    expect(screen).not.toContain('| 0 s left');
  });

  it('shows the whole of a message that is wider than the terminal', async () => {
    const message = 'The service asks to wait, and this is why: it has had more requests than it takes in a minute.';
    const screen = await screenAfter([plan, { type: 'warning', message }], 40);
    const rows = await screenRows(screen.replaceAll(/(?<!\r)\n/gu, '\r\n'), 40);
    expect(rows.join(' ')).toContain(`Warning: ${message}`);
  });

  it('does not count segments from the cache as time', async () => {
    const screen = await screenAfter([plan, spoken(90_000, true)], 100);
    expect(screen).toContain('| … left |');
  });
});

describe('the columns of a text', () => {
  it.each([
    'Łódź, «Война» — ﬁn…',
    'e\u0301 שָׁלוֹם مرحبا สวัสดี',
    '山の上の家 ＡＢ ﾊﾟﾝ',
    '\u1112\u1161\u11AB\u1100\u1173\u11AF',
    'می\u200Cرود soft\u00ADhyphen\u200B',
    '👩‍👩‍👧‍👦 ❤️ 1️⃣ 🇩🇪 👍🏽',
  ])('of %s are as another library counts them', (text) => {
    expect(columnsOf(text)).toBe(stringWidth(text));
  });

  it.each(['हिन्दी में अध्याय', 'বাংলা অধ্যায়', 'தமிழ் அத்தியாயம்', 'മലയാളം'])('of %s are not fewer', (text) => {
    expect(columnsOf(text)).toBeGreaterThanOrEqual(stringWidth(text));
  });
});

describe('the bar of a download', () => {
  afterEach(() => void vi.useRealTimers());

  it('fits the terminal, and says how long nothing came', () => {
    vi.useFakeTimers();
    const stream = new Capture(60);
    const view = downloadView(stream as unknown as OutputStream, {});
    for (const bytes of [0, 2_000_000, 4_000_000]) {
      view.onEvent({ type: 'download', name: 'vocoder.onnx', totalBytes: 400_000_000, bytes });
      vi.advanceTimersByTime(1000);
    }
    expect(stream.text).toContain('░░░░░░░░░░ 1 % | 3 min 18 s left | vocoder.onnx');
    vi.advanceTimersByTime(10_000);
    expect(stream.text).toContain('░░░░░░░░░░ 1 % | 3 min 18 s left | no data for 10 s');
    view.close();
  });
});

describe('the line of a bar', () => {
  const shown = {
    share: 0.123,
    secondsLeft: 5400,
    detail: '10 min 00 s spoken',
    label: '3/12 山の上の家 and what the river said',
  };

  it('fits every terminal, and leaves out first what matters least', () => {
    for (let columns = 20; columns <= 160; columns += 1) {
      expect(stringWidth(progressLine(shown, columns))).toBeLessThan(columns);
    }
    expect(progressLine(shown, 100)).toBe(
      '▓▓▓░░░░░░░░░░░░░░░░░░░░░ 12 % | 1 h 30 min left | 10 min 00 s spoken | 3/12 山の上の家 and what th…',
    );
    expect(progressLine(shown, 60)).toBe('▓░░░░░░░░░ 12 % | 1 h 30 min left | 3/12 山の上の家 and wh…');
    expect(progressLine(shown, 40)).toBe('12 % | 1 h 30 min left | 3/12 山の上の…');
    expect(progressLine({ ...shown, secondsLeft: undefined, label: '' }, 20)).toBe('12 % | … left');
  });

  it('follows the width of the terminal', async () => {
    const stream = new Capture(100);
    const context = { stderr: stream as unknown as OutputStream, environment: { NO_COLOR: '1' } };
    const view = await openProgressView(context, {});
    view.onProgress(plan);
    view.onProgress(spoken(10));
    await expect.poll(() => stream.text).toContain('░ 0 % |');
    const before = stream.text.length;
    stream.columns = 30;
    view.onProgress(spoken(40_000));
    await expect.poll(() => stream.text.slice(before)).toMatch(/(?<!░ )40 % \|/u);
    view.close();
    expect(stream.text.slice(before)).not.toContain('░');
    expect(stream.text).not.toMatch(colors);
  });
});

// oxlint-disable-next-line no-control-regex -- the test is about them
const colors = /\u001B\[[\d;]+m/u;

describe('the view of a terminal that knows no movements', () => {
  it('has lines without control characters', async () => {
    const screen = await screenAfter([plan, spoken(10), { type: 'assembly-start' }], 80, { TERM: 'dumb' });
    expect(screen).toBe('Synthesizing 10 segments\nSynthesized 1 s of audio. Finishing the output.\n');
  });
});

describe('the view of a log', () => {
  it('says what an earlier run has made', async () => {
    const resumed: ProgressEvent = { ...plan, segments: 400, stored: 120 };
    expect(await screenAfter([resumed])).toBe('Synthesizing 280 segments; 120 of 400 segments from the cache\n');
  });

  it('says what the speech will take, and what the plain voice takes where that is worth it', async () => {
    expect(await screenAfter([{ ...plan, speechSeconds: 733, plainSeconds: 21 }])).toBe(
      'Synthesizing 10 segments: about 12 min; with --voice plain about 20 s\n',
    );
    expect(await screenAfter([{ ...plan, speechSeconds: 42, plainSeconds: 3 }])).toBe(
      'Synthesizing 10 segments: about 40 s\n',
    );
    expect(await screenAfter([{ ...plan, speechSeconds: 8130 }])).toBe('Synthesizing 10 segments: about 2 h 15 min\n');
    expect(await screenAfter([{ ...plan, speechSeconds: 0 }])).toBe('Synthesizing 10 segments\n');
  });

  it('names a chapter by its number in the book and its position in the output', async () => {
    const chapter: ProgressEvent = { type: 'chapter-start', chapter: 0, number: 7, title: 'Seven', segments: 1 };
    const script: ProgressEvent = { type: 'script-end', chapter: 6, title: 'Seven', origin: 'written' };
    expect(await screenAfter([plan, script, chapter])).toBe(
      'Synthesizing 10 segments\nScript of chapter 7: Seven (written)\n7. Seven (1/2)\n',
    );
  });
});

const wait = (reason: string): ProgressEvent => ({
  type: 'provider-wait',
  reason,
  sinceMs: new Date(2026, 10, 21, 14, 3, 10).getTime(),
  untilMs: new Date(2026, 10, 21, 14, 8, 10).getTime(),
});

describe('a wait for the speech provider', () => {
  it('has one line at its beginning and one at its end', async () => {
    const waits = [wait('refused'), wait('refused'), wait('reset')];
    expect(await screenAfter([...waits, { type: 'provider-ready', waitedMs: 80_000 }])).toBe(
      'Waiting for the speech provider since 14:03:10, until 14:08:10 at the latest: refused.\n' +
        'The speech provider responds again after 1 min 20 s.\n',
    );
  });

  it('is shown in the bar', async () => {
    expect(await screenAfter([plan, wait('refused')], 200)).toContain('waiting for the provider for');
  });

  it('leaves one line for all retries between two successes', async () => {
    const retry: ProgressEvent = {
      type: 'segment-retry',
      chapter: 0,
      segment: 0,
      attempt: 1,
      delayMs: 300,
      reason: 'Reset.',
    };
    const line = 'Warning: Retrying in 0.3 s: Reset.\n';
    expect(await screenAfter([retry, retry, retry, spoken(10), retry, retry])).toBe(line + line);
  });

  it('shows every retry of a language model', async () => {
    const retry: ProgressEvent = { type: 'model-retry', attempt: 1, delayMs: 1500, reason: 'The model is busy.' };
    expect(await screenAfter([retry, retry])).toBe('Warning: Retrying in 1.5 s: The model is busy.\n'.repeat(2));
  });
});

describe('formatTable', () => {
  it('aligns columns by the width on the screen', () => {
    expect(
      formatTable([
        ['山の上', 'x'],
        ['ab', 'y'],
        ['e\u0301te\u0301', 'z'],
      ]),
    ).toBe('山の上  x\nab      y\ne\u0301te\u0301     z\n');
  });
});
