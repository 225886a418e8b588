import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SpeedMeter } from '../../src/pipeline/speak/speed-meter.ts';
import { speechSpeeds } from '../../src/pipeline/speak/speech-speeds.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

function meterWithClock() {
  let ms = 0;
  const meter = new SpeedMeter(() => ms);
  return { meter, pass: (seconds: number) => (ms += seconds * 1000) };
}

describe('the speed of a run', () => {
  it('counts requests side by side once, and neither idle time nor an outage', () => {
    const { meter, pass } = meterWithClock();
    meter.begin();
    meter.begin();
    pass(10);
    meter.end('a', { characters: 500, seconds: 40 });
    meter.end('a', { characters: 500, seconds: 40 });
    pass(1000);
    meter.begin();
    pass(110);
    meter.waited(100_000);
    meter.end('a', { characters: 1000, seconds: 80 });
    expect(meter.speeds()).toMatchObject([{ voice: 'a', charactersPerSecond: 100, secondsPerCharacter: 0.08 }]);
  });

  it('is not known from a few words or from failures', () => {
    const { meter, pass } = meterWithClock();
    expect(meter.speeds()).toEqual([]);
    meter.begin();
    pass(3);
    meter.end();
    expect(meter.speeds()).toEqual([]);
    meter.begin();
    pass(3);
    meter.end('a', { characters: 20, seconds: 2 });
    expect(meter.speeds()).toEqual([]);
  });
});

describe('the measured speeds', () => {
  const key = { provider: 'p', engine: 'e', voice: 'v' };
  const speed = { charactersPerSecond: 100, secondsPerCharacter: 0.08 };

  it('are those of the last run, by provider, engine and voice', async () => {
    const folder = path.join(await temporaryFolder(), 'new', 'state');
    const speeds = speechSpeeds(folder);
    expect(await speeds.find(key)).toBeUndefined();
    await speeds.keep([{ ...key, ...speed }]);
    await speeds.keep([{ ...key, ...speed, charactersPerSecond: 50 }]);
    expect(await speechSpeeds(folder).find(key)).toMatchObject({ charactersPerSecond: 50, secondsPerCharacter: 0.08 });
    expect(await speeds.find({ ...key, engine: 'f' })).toBeUndefined();
  });

  it('have the time that the end takes, by output', async () => {
    const folder = await temporaryFolder();
    await speechSpeeds(folder).keepFinishing('m4b', 0.5);
    await speechSpeeds(folder).keepFinishing('mp3', 0.2);
    expect(await speechSpeeds(folder).finishing('m4b')).toBe(0.5);
    expect(await speechSpeeds(folder).finishing('opus')).toBeUndefined();
  });

  it('are forgotten when their file is damaged or cannot be written', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'speeds.json'), '{"[]": 1');
    const speeds = speechSpeeds(folder);
    expect(await speeds.find(key)).toBeUndefined();
    await speechSpeeds('/dev/null/state').keep([{ ...key, ...speed }]);
  });
});
