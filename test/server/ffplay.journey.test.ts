import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { heard, heardRate, loudPieces } from '../helpers/heard.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Lets the last chapter be spoken. */
let goOn = (): void => undefined;
const rest = new Promise<void>((resolve) => {
  goOn = resolve;
});

/** An ffplay that runs. */
interface Player {
  /** Returns the bytes that it has played: mono PCM with 16 bits. Throws when it has ended by itself before. */
  playedBytes(): Promise<number>;
  /** Returns what it played, once it has ended by itself. Throws when it failed. */
  ended(): Promise<Buffer>;
}

/** Plays an address. What would be heard is written to a file, as fast as it comes. */
async function play(address: string): Promise<Player> {
  const file = path.join(await temporaryFolder(), 'played.pcm');
  const args = ['-v', 'error', '-nodisp', '-autoexit', '-live_start_index', '0', address];
  const sdl = { SDL_VIDEODRIVER: 'dummy', SDL_AUDIODRIVER: 'disk', SDL_DISKAUDIOFILE: file, SDL_DISKAUDIODELAY: '0' };
  const player = spawn('ffplay', args, { env: { ...process.env, ...sdl }, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void player.kill('SIGKILL'));
  const closed = once(player, 'close');
  const complaints = text(player.stderr);
  return {
    async playedBytes() {
      if (player.exitCode !== null) throw new Error(`ffplay ended with ${player.exitCode}: ${await complaints}`);
      return await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
    },
    async ended() {
      const [code] = await closed;
      if (code !== 0) throw new Error(`ffplay ended with ${code}: ${await complaints}`);
      return await readFile(file);
    },
  };
}

function isOfLastChapter(sentence: string): boolean {
  return /Lamps|quiet/u.test(sentence);
}

describe.skipIf(isProgramMissing('ffplay'))('ffplay', () => {
  it('plays a job while it is made, waits for the rest of it, and ends with it', async () => {
    await using kokoro = await startKokoroServer({
      hold: async (sentence) => (isOfLastChapter(sentence) ? await rest : undefined),
    });
    await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
    const { id } = await startJob(service, { listen: 'true', format: 'wav', loudness: 'off' });
    const playlist = `${service.url}/jobs/${id}/listen.m3u8`;
    await waitUntil(async () => (await fetch(playlist)).status === 200);
    const player = await play(playlist);
    await waitUntil(async () => (await player.playedBytes()) > heardRate * 2);
    expect(kokoro.spoken.filter(isOfLastChapter)).toEqual([]);
    expect((await waitForJob(service, id, 'running', 'done', 'failed')).state).toBe('running');
    expect(await (await fetch(playlist)).text()).not.toContain('ENDLIST');
    goOn();
    const played = loudPieces(await player.ended()).filter(Boolean);
    await waitForJob(service, id, 'done');
    const made = (await heard(`${service.url}/jobs/${id}/result`)).filter(Boolean);
    // All that is spoken, once: a player may put silence where it waits.
    expect(Math.abs(played.length - made.length)).toBeLessThan(made.length * 0.03);
  });
});
