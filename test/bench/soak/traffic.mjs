import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Most jobs that wait at a time: the rest of the bench must be able to finish them. */
const maxOpen = 12;

const voices = ['af_heart', 'af_bella', 'bf_emma', 'am_adam'];

/** Requests of many callers at once, with what each of them must find in the end. */
export class Traffic {
  /** What must become of each job, by id: `done` with the book and voice of which it is made, `canceled` or `removed`. */
  expected = new Map();
  problems = [];
  #counts = new Map();
  #keys = 0;

  constructor({ service, books, random, log }) {
    this.service = service;
    this.books = books;
    this.random = random;
    this.log = log;
  }

  /** Sends requests until the time is over, four callers at a time, and waits for their ends. */
  async run(endMs) {
    const caller = async () => {
      while (performance.now() < endMs) {
        await this.#act();
        await delay(50 + 400 * this.random());
      }
    };
    await Promise.all([caller(), caller(), caller(), caller()]);
  }

  countRestart(signal) {
    this.#count(`restart by ${signal}`);
  }

  /** Returns how often each thing was done. */
  summary() {
    return [...this.#counts].map(([name, count]) => `${count} × ${name}`).join(', ');
  }

  async #act() {
    const actions = {
      create: 5,
      synthesize: 1,
      hangUpEarly: 3,
      hangUpLate: 2,
      cutUpload: 3,
      cancel: 2,
      remove: 1,
      follow: 2,
      download: 2,
      plan: 2,
      bad: 3,
    };
    const name = this.#pick(Object.entries(actions).flatMap(([action, weight]) => Array(weight).fill(action)));
    this.#count(name);
    try {
      await this[name]();
    } catch (error) {
      // The service was stopped in the middle of a request.
      if (!isDisconnect(error)) throw error;
    }
  }

  /** Sends a job until its 202 arrives; the key makes it one job however often the service is killed meanwhile. */
  async create() {
    const { book, voice } = this.#anyBook();
    if ([...this.expected.values()].filter((one) => one.open).length > maxOpen) return;
    const key = `soak-${(this.#keys += 1)}`;
    for (;;) {
      const fields = { kind: 'synthesize', voice };
      const response = await this.#post('/jobs', { book, fields, headers: { 'idempotency-key': key } }).catch(
        () => undefined,
      );
      if (response?.status === 202) {
        const { id } = await response.json();
        if (!this.expected.has(id)) this.expected.set(id, { state: 'done', of: `${book} ${voice}`, open: true });
        return;
      }
      if (response && ![429, 503].includes(response.status)) {
        this.problems.push(`POST /jobs: ${response.status} ${await response.text()}`);
        return;
      }
      await delay(300);
    }
  }

  async synthesize() {
    const response = await this.#post('/synthesize', this.#anyBook());
    // A response that began early leaves its job when it is cut off.
    const id = response.headers.get('x-audiobook-job');
    if (id !== null) this.expected.set(id, { state: 'any', of: id });
    const bytes = (await response.arrayBuffer()).byteLength;
    if (response.status === 503) return;
    if (response.status !== 200 || bytes < 10_000)
      this.problems.push(`POST /synthesize: ${response.status}, ${bytes} bytes`);
  }

  async hangUpEarly() {
    await this.#hangUp('/synthesize', 300);
  }

  async hangUpLate() {
    await this.#hangUp('/synthesize', 4000);
  }

  async plan() {
    await this.#hangUp('/plan', 3000);
  }

  /** Sends the beginning of a book and disconnects. */
  async cutUpload() {
    const sent = request(`${this.#url}/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' },
    });
    sent.on('error', () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="cut.epub"\r\n\r\nPK\u0003\u0004');
    await delay(300 * this.random());
    sent.destroy();
  }

  async cancel() {
    const [id, wish] = this.#anyOpenJob();
    if (id === undefined) return;
    const { state } = await this.#job(id);
    if (state !== 'queued' && state !== 'running') return;
    wish.state = 'any';
    const response = await fetch(`${this.#url}/jobs/${id}`, { method: 'DELETE' });
    if (response.status === 200) wish.state = (await response.json()).state;
    // It ended in between, and the call removed it.
    if (response.status === 204) wish.state = 'removed';
    wish.open = false;
  }

  async remove() {
    const [id, wish] = this.#anyOpenJob();
    if (id === undefined || (await this.#job(id)).state !== 'done') return;
    wish.state = 'any';
    const response = await fetch(`${this.#url}/jobs/${id}`, { method: 'DELETE' });
    if (response.status !== 204) this.problems.push(`DELETE of a job that is done: ${response.status}`);
    wish.state = 'removed';
    wish.open = false;
  }

  async follow() {
    const [id] = this.#anyOpenJob();
    if (id !== undefined) await this.#hangUpAfter(`/jobs/${id}/events`, {}, 1500);
  }

  async download() {
    const [id, wish] = this.#anyOpenJob();
    if (id === undefined) return;
    const response = await fetch(`${this.#url}/jobs/${id}/result`, { headers: { range: 'bytes=0-999' } });
    const bytes = (await response.arrayBuffer()).byteLength;
    if (response.status === 206 && bytes === 1000) wish.open = false;
    else if (![409, 503].includes(response.status))
      this.problems.push(`GET of a result: ${response.status}, ${bytes} bytes`);
  }

  async bad() {
    const response = await this.#post('/jobs', { ...this.#anyBook(), fields: { kind: 'synthesize', bitrate: 'much' } });
    await response.arrayBuffer();
    if (![400, 503].includes(response.status)) this.problems.push(`POST with a bad value: ${response.status}`);
  }

  async #hangUp(route, mostMs) {
    const { book, voice } = this.#anyBook();
    await this.#hangUpAfter(route, { method: 'POST', body: this.#form(book, { voice }) }, mostMs);
  }

  async #hangUpAfter(route, init, mostMs) {
    const response = await fetch(this.#url + route, {
      ...init,
      signal: AbortSignal.timeout(Math.round(mostMs * this.random())),
    });
    await response.arrayBuffer();
  }

  async #post(route, { book, voice, fields = { voice }, headers = {} }) {
    return await fetch(this.#url + route, { method: 'POST', body: this.#form(book, fields), headers });
  }

  #form(book, fields) {
    const form = new FormData();
    form.set('file', new Blob([this.books[book]]), `book-${book}.epub`);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  }

  async #job(id) {
    const response = await fetch(`${this.#url}/jobs/${id}`);
    const job = await response.json();
    if (response.status !== 200) this.problems.push(`GET of job ${id}: ${response.status} ${JSON.stringify(job)}`);
    return job;
  }

  #anyOpenJob() {
    const open = [...this.expected].filter(([, wish]) => wish.open && wish.state === 'done');
    return open.length === 0 ? [] : this.#pick(open);
  }

  #anyBook() {
    return { book: Math.floor(this.random() * this.books.length), voice: this.#pick(voices) };
  }

  /** Fails like a refused connection while the service is down. */
  get #url() {
    if (this.service.url === '') throw new TypeError('fetch failed');
    return this.service.url;
  }

  #pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  #count(name) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.log(name);
  }
}

function isDisconnect(error) {
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error instanceof TypeError;
}
