import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../bin/audiobook.js', import.meta.url));

/** `audiobook serve` in a folder of its own, which can be killed and started again (Linux only). */
export class SoakService {
  #child;
  #exited = Promise.resolve();
  url = '';
  /** Lines of the log that are errors. */
  errors = [];

  constructor(folder, environment) {
    this.folder = folder;
    this.temporary = path.join(folder, 'tmp');
    this.environment = {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: this.temporary,
      AUDIOBOOK_CACHE_DIR: path.join(folder, 'cache'),
      AUDIOBOOK_FREE_DISK_MB: '1',
      AUDIOBOOK_QUEUE: '200',
      ...environment,
    };
  }

  get jobsFolder() {
    return path.join(this.folder, 'cache', 'audiobook-jobs');
  }

  /** Starts the service and waits until it listens. Each start may have another port. */
  async start() {
    await mkdir(this.temporary, { recursive: true });
    this.#child = spawn(process.execPath, [program, 'serve', '--port', '0', '--grace', '1'], {
      env: this.environment,
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exited = once(this.#child, 'exit');
    createInterface({ input: this.#child.stderr }).on('line', (line) => {
      if (!line.startsWith('{') || JSON.parse(line).level === 'error') this.errors.push(line);
    });
    const line = once(createInterface({ input: this.#child.stdout }), 'line').then(([url]) => url);
    const url = await Promise.race([line, this.#exited.then(([code]) => Promise.reject(this.#failed(code)))]);
    this.url = url.trim();
  }

  /** Sends a signal and waits for the end. */
  async stop(signal) {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.url = '';
    this.#child.kill(signal);
    const [code] = await this.#exited;
    if (signal === 'SIGTERM' && code !== 0) this.errors.push(`SIGTERM ended the service with exit code ${code}`);
  }

  /** Returns resident megabytes and open descriptors of the service itself. */
  async usage() {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8');
    const descriptors = await readdir(`/proc/${this.#child.pid}/fd`);
    return {
      megabytes: Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024),
      descriptors: descriptors.length,
    };
  }

  /** Returns the temporary files and processes that outlive the service. */
  async leftovers() {
    // The sound library that ffmpeg loads leaves an empty folder.
    const files = (await readdir(this.temporary)).filter((file) => !file.startsWith('pulse-'));
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
    const found = await Promise.all(pids.map(async (pid) => ((await this.#isOurs(pid)) ? [`process ${pid}`] : [])));
    return [...files.map((file) => `temporary file ${file}`), ...found.flat()].map((left) => `left over: ${left}`);
  }

  async #isOurs(pid) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const running = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
    return running !== undefined && environment.includes(`TMPDIR=${this.temporary}`);
  }

  #failed(code) {
    return new Error(`The service ended at its start with exit code ${code}: ${this.errors.at(-1)}`);
  }
}
