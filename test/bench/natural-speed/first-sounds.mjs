import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** Sound after which a listener hears the book, in seconds. */
const enough = 1;

/**
 * Returns rows of a name and seconds: from a job to its first second of sound with a cold service, with a second job beside it, and
 * of a text of several sentences at the speech API, whose model is loaded.
 */
export async function firstSounds({ program, book, voice, folder, environment }) {
  const env = { ...environment, AUDIOBOOK_STATE_DIR: path.join(folder, 'service') };
  const service = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [url] = await once(createInterface({ input: service.stdout }), 'line');
    const cold = await firstOfJob(url, book, voice);
    // Another text: that of the first job is stored.
    const second = await firstOfJob(url, book, voice, { chapters: '3' });
    for (const { id } of [cold, second]) await fetch(`${url}/jobs/${id}`, { method: 'DELETE' });
    await firstOfText(url, voice);
    return [
      ['first second of a job, cold: wall s', cold.seconds],
      ['first second of a second job beside it: wall s', second.seconds],
      ['first byte of a text, model loaded: wall s', await firstOfText(url, voice)],
    ];
  } finally {
    service.kill();
    await once(service, 'exit');
  }
}

async function firstOfJob(url, book, voice, fields = {}) {
  const form = new FormData();
  const all = { kind: 'synthesize', listen: 'true', voice, tts_provider: 'embedded', ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  form.set('file', await openAsBlob(book), path.basename(book));
  const started = performance.now();
  const response = await fetch(`${url}/jobs`, { method: 'POST', body: form });
  const { id } = await response.json();
  if (id === undefined) throw new Error(`The job was refused (${response.status}).`);
  for (;;) {
    const playlist = await (await fetch(`${url}/jobs/${id}/listen.m3u8`)).text();
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/gu)].map(([, seconds]) => Number(seconds));
    if (lengths.reduce((sum, length) => sum + length, 0) >= enough) break;
    await delay(20);
  }
  return { id, seconds: (performance.now() - started) / 1000 };
}

async function firstOfText(url, voice) {
  const input = 'The lamp went out, and for a while there was nothing but the sound of the rain. '.repeat(6);
  const started = performance.now();
  const response = await fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ input, voice, response_format: 'pcm', stream: true }),
  });
  const reader = response.body.getReader();
  await reader.read();
  const seconds = (performance.now() - started) / 1000;
  while (!(await reader.read()).done);
  return seconds;
}
