import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Caller } from './caller.ts';
import type { Callers } from './callers.ts';
import { tokenHash } from './token-file.ts';

const feedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the token in whose name it works. Absent for that of the settings. */
  owner: z.string().optional(),
  /** Hash of that token: the feed ends with it. */
  ownerHash: z.string(),
  /** Hash of the token in its address. */
  hash: z.string(),
  createdMs: z.number(),
});

const fileSchema = z.object({ version: z.literal(1), feeds: z.array(feedSchema) });

/** A feed as the file has it: without its token. */
export type FeedEntry = Readonly<z.infer<typeof feedSchema>>;

/** Tokens in the addresses of feeds, which podcast apps keep. Each can be revoked, and ends with the token that made it. */
export class Feeds {
  readonly #file: string;
  readonly #callers: Pick<Callers, 'named' | 'feedToken'>;
  #feeds: readonly FeedEntry[];
  #written: Promise<unknown> = Promise.resolve();

  constructor(file: string, callers: Pick<Callers, 'named' | 'feedToken'>, feeds: readonly FeedEntry[]) {
    this.#file = file;
    this.#callers = callers;
    this.#feeds = feeds;
  }

  /** Reads the feeds of earlier processes in the folder of all jobs. With a damaged or missing file there are none. */
  static async open(folder: string, callers: Pick<Callers, 'named' | 'feedToken'>): Promise<Feeds> {
    const file = path.join(folder, 'feeds.json');
    const text = await readFile(file, 'utf8').catch(() => '');
    return new Feeds(file, callers, fileSchema.safeParse(parseJson(text)).data?.feeds ?? []);
  }

  /** Returns the feeds that a caller made. */
  of({ name }: Caller): readonly FeedEntry[] {
    return this.#feeds.filter(({ owner }) => owner === name);
  }

  /** Adds a feed and returns it with its token, which is not kept. Throws what the disk throws. */
  async add({ name: owner }: Caller, name: string): Promise<{ readonly feed: FeedEntry; readonly token: string }> {
    const token = `af_${randomBytes(24).toString('base64url')}`;
    const ownerHash = this.#callers.named(owner ?? '')?.hash ?? '';
    const feed = { id: randomUUID(), name, owner, ownerHash, hash: tokenHash(token), createdMs: Date.now() };
    await this.#write([...this.#feeds, feed]);
    return { feed, token };
  }

  /** Revokes a feed. Throws what the disk throws. */
  async remove({ id }: FeedEntry): Promise<void> {
    await this.#write(this.#feeds.filter((feed) => feed.id !== id));
  }

  /** Returns the caller in whose name a token of a feed works, or undefined when it is wrong or revoked. */
  find(token: string): Caller | undefined {
    // Compared by its hash, so that the time reveals nothing about the token.
    const hash = tokenHash(token);
    const own = this.#callers.feedToken();
    if (own !== undefined && tokenHash(own) === hash) return this.#callers.named('')?.caller;
    const feed = this.#feeds.find((one) => one.hash === hash);
    const known = feed && this.#callers.named(feed.owner ?? '');
    return known?.hash === feed?.ownerHash ? known?.caller : undefined;
  }

  async #write(feeds: readonly FeedEntry[]): Promise<void> {
    this.#feeds = feeds;
    const write = this.#written.then(async () => await this.#save());
    this.#written = write.catch(() => undefined);
    await write;
  }

  async #save(): Promise<void> {
    await writeFileAtomic(this.#file, JSON.stringify({ version: 1, feeds: this.#feeds }));
  }
}
