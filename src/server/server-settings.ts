import { isIP } from 'node:net';
import { z } from 'zod';
import { AudiobookError, invalidValue } from '../core/errors.ts';
import type { ParsedSetting, Setting, Settings } from '../core/settings.ts';
import { ebookConvertSetting } from '../pipeline/open/settings.ts';
import { queueSettings } from './cluster/queue/queue-settings.ts';

/** The bearer token that callers send. */
export const tokenSetting: Setting = {
  name: 'AUDIOBOOK_TOKEN',
  description: 'bearer token of the HTTP service; required for any --host other than loopback',
  secret: true,
};

/** File of the named tokens. */
export const tokensFileSetting: Setting = {
  name: 'AUDIOBOOK_TOKENS_FILE',
  description:
    'file of the named tokens of the HTTP service (audiobook token); unset: tokens.json in the config folder',
};

const llmHostsSetting: Setting = {
  name: 'AUDIOBOOK_LLM_HOSTS',
  description: 'comma-separated hosts (host or host:port) allowed in llm_base_url; unset: only the configured one',
};
const corsSetting: Setting = {
  name: 'AUDIOBOOK_CORS_ORIGINS',
  description: 'comma-separated web origins whose pages may call the service; unset: none',
};
const hostsSetting: Setting = {
  name: 'AUDIOBOOK_ALLOWED_HOSTS',
  description: 'comma-separated Host names accepted behind a proxy; unset: localhost only',
};
const proxiesSetting: Setting = {
  name: 'AUDIOBOOK_TRUSTED_PROXIES',
  description:
    'comma-separated addresses or networks (10.0.0.0/8, loopback) of proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host count; unset: none',
};
const webhookHostsSetting: Setting = {
  name: 'AUDIOBOOK_WEBHOOK_HOSTS',
  description:
    'comma-separated hosts (host or host:port) that webhooks of jobs may call; a private address must be listed itself; unset: none',
};
/** Key that signs webhooks. */
export const webhookSecretSetting: Setting = {
  name: 'AUDIOBOOK_WEBHOOK_SECRET',
  description: 'key that signs webhooks, also those of --webhook (Standard Webhooks: whsec_ and base64, or any text)',
  secret: true,
};
const jobsFolderSetting: Setting = {
  name: 'AUDIOBOOK_JOBS_DIR',
  description:
    'folder in which the service makes its folder audiobook-jobs for uploads, jobs and results; unset: AUDIOBOOK_CACHE_DIR or the cache folder',
};

const numbers = {
  uploadMegabytes: number(
    'AUDIOBOOK_UPLOAD_LIMIT_MB',
    '200',
    'maximum upload size in megabytes; unpacked, a book may have twice as much, and 400 megabytes in any case',
  ),
  uploadMinutes: number(
    'AUDIOBOOK_UPLOAD_MINUTES',
    '60',
    'abort an upload that takes longer than this many minutes, or stalls for half a minute; a longer time allows longer stalls',
  ),
  conversionsAtOnce: number(
    'AUDIOBOOK_CONVERSIONS',
    '2',
    'conversions that run at the same time; more wait in the queue',
  ),
  workerMegabytes: number(
    'AUDIOBOOK_WORKER_MB',
    '1024',
    'megabytes of heap for the process of a conversion; one that still holds 40 % of it when it is done is replaced',
  ),
  queueLength: number(
    'AUDIOBOOK_QUEUE',
    '100',
    'conversions that may wait in the queue; more are refused with 429, and so are more uploads at a time than half of it, or 50',
  ),
  firstBytesSeconds: number(
    'AUDIOBOOK_FIRST_BYTES_SECONDS',
    '30',
    'begin the response of a synchronous conversion after this many seconds, for callers that accept gzip',
  ),
  freeMegabytes: number('AUDIOBOOK_FREE_DISK_MB', '1000', 'megabytes to keep free on the disk of the jobs folder'),
  keepDays: number('AUDIOBOOK_JOBS_DAYS', '7', 'days to keep finished jobs'),
  keepGigabytes: number(
    'AUDIOBOOK_JOBS_LIMIT_GB',
    '20',
    'maximum size of all finished jobs in gigabytes; the oldest are removed first',
  ),
} as const;

/** A limit that another setting sets, too. It had a setting of its own, which still counts. */
interface SharedLimit {
  /** The old setting, whose default is the least that the limit comes to. */
  readonly own: ParsedSetting<number>;
  readonly with: ParsedSetting<number>;
  /** Times the value of the other setting. */
  readonly share: number;
}

const shared = {
  // Text and pictures of a book are packed to half of their size or less; what is larger by far is made to fill a disk.
  bookMegabytes: sharedLimit('AUDIOBOOK_BOOK_LIMIT_MB', '400', numbers.uploadMegabytes, 2),
  // The largest EPUBs have a few thousand files: a dictionary with a file an entry.
  bookEntries: sharedLimit('AUDIOBOOK_BOOK_ENTRIES', '20000', numbers.uploadMegabytes, 100),
  // A slow line stalls longer, too. Half a minute is what a phone takes to change its network.
  uploadIdleSeconds: sharedLimit('AUDIOBOOK_UPLOAD_IDLE_SECONDS', '30', numbers.uploadMinutes, 0.5),
  // Headers are a few hundred bytes. Whoever holds a connection without sending them takes a place.
  headerSeconds: sharedLimit('AUDIOBOOK_HEADER_SECONDS', '10', numbers.uploadMinutes, 1 / 6),
  // Slow uploads are to take no places in the queue.
  uploadsAtOnce: sharedLimit('AUDIOBOOK_UPLOADS', '50', numbers.queueLength, 0.5),
} as const;

/** All settings that only the service reads. */
export const serverSettings: readonly Setting[] = [
  tokenSetting,
  tokensFileSetting,
  hostsSetting,
  corsSetting,
  llmHostsSetting,
  proxiesSetting,
  webhookHostsSetting,
  webhookSecretSetting,
  jobsFolderSetting,
  ...queueSettings,
  ...Object.values(numbers),
  ...Object.values(shared).map(({ own }) => own),
];

/** Limits of the service, in bytes and milliseconds. */
export interface Limits {
  readonly uploadBytes: number;
  readonly bookBytes: number;
  readonly bookEntries: number;
  /** Whether books of other kinds are converted with calibre. */
  readonly ebookConvert: boolean;
  readonly conversionsAtOnce: number;
  /** Heap of the process of a conversion. */
  readonly workerBytes: number;
  readonly queueLength: number;
  readonly uploadIdleMs: number;
  readonly uploadMs: number;
  readonly uploadsAtOnce: number;
  readonly headerMs: number;
  readonly firstBytesMs: number;
  readonly freeBytes: number;
  readonly keepMs: number;
  readonly keepBytes: number;
}

/** Returns the configured limits. Throws `bad-value` for a limit that is not a number above 0. */
export function limitsFrom(settings: Settings): Limits {
  const read = (setting: ParsedSetting<number>, unit = 1): number => settings.read(setting) * unit;
  const readShared = ({ own, with: other, share }: SharedLimit, unit = 1): number => {
    const isSet = settings.get({ name: own.name, description: '' }) !== undefined;
    return (isSet ? settings.read(own) : Math.max(settings.read(own), settings.read(other) * share)) * unit;
  };
  return {
    uploadBytes: read(numbers.uploadMegabytes, 1e6),
    bookBytes: readShared(shared.bookMegabytes, 1e6),
    bookEntries: readShared(shared.bookEntries),
    ebookConvert: settings.read(ebookConvertSetting) === 'on',
    conversionsAtOnce: read(numbers.conversionsAtOnce),
    workerBytes: read(numbers.workerMegabytes, 1e6),
    queueLength: read(numbers.queueLength),
    uploadMs: read(numbers.uploadMinutes, 60_000),
    uploadsAtOnce: readShared(shared.uploadsAtOnce),
    uploadIdleMs: readShared(shared.uploadIdleSeconds, 1000),
    headerMs: readShared(shared.headerSeconds, 1000),
    firstBytesMs: read(numbers.firstBytesSeconds, 1000),
    freeBytes: read(numbers.freeMegabytes, 1e6),
    keepMs: read(numbers.keepDays, 24 * 60 * 60 * 1000),
    keepBytes: read(numbers.keepGigabytes, 1e9),
  };
}

/** Callers that the service accepts, and hosts that it may call. */
export interface Trust {
  readonly token: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  /** Addresses and networks of proxies whose headers count. */
  readonly proxies: readonly string[];
  /** Hosts that webhooks may call. */
  readonly webhookHosts: readonly string[];
  readonly webhookSecret: string | undefined;
  /** Hosts allowed in `llm_base_url`; undefined when the setting is empty. */
  readonly llmHosts: readonly string[] | undefined;
}

/** Returns the configured trust. */
export function trustFrom(settings: Settings): Trust {
  const list = (setting: Setting): string[] => {
    const items = (settings.get(setting) ?? '').split(',').map((item) => item.trim().toLowerCase());
    return items.filter((item) => item !== '');
  };
  const llmHosts = list(llmHostsSetting);
  const webhookHosts = list(webhookHostsSetting);
  const webhookSecret = settings.get(webhookSecretSetting);
  if (webhookHosts.length > 0 && webhookSecret === undefined) {
    throw new AudiobookError(
      'bad-value',
      'AUDIOBOOK_WEBHOOK_HOSTS needs AUDIOBOOK_WEBHOOK_SECRET, which signs the calls.',
    );
  }
  return {
    token: settings.get(tokenSetting),
    webhookHosts,
    webhookSecret,
    corsOrigins: list(corsSetting),
    allowedHosts: list(hostsSetting),
    proxies: checkedProxies(list(proxiesSetting)),
    llmHosts: llmHosts.length > 0 ? llmHosts : undefined,
  };
}

function checkedProxies(proxies: readonly string[]): readonly string[] {
  for (const proxy of proxies) {
    const [address = '', bits, ...more] = proxy.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    const isNetwork = isIP(address) > 0 && (bits === undefined || (/^\d+$/u.test(bits) && Number(bits) <= most));
    if (proxy === 'loopback' || (isNetwork && more.length === 0)) continue;
    throw invalidValue(proxiesSetting.name, proxy, 'an address, a network such as 10.0.0.0/8, or loopback');
  }
  return proxies;
}

/** Returns the configured jobs folder, or undefined. */
export function jobsFolderFrom(settings: Settings): string | undefined {
  return settings.get(jobsFolderSetting);
}

function number(name: string, fallback: string, description: string): ParsedSetting<number> {
  const expected = `a number above 0, for example ${fallback}`;
  return { name, description, default: fallback, schema: z.coerce.number().positive(), expected };
}

function sharedLimit(name: string, least: string, other: ParsedSetting<number>, share: number): SharedLimit {
  return { own: { ...number(name, least, `limit of ${other.name}`), old: other.name }, with: other, share };
}
