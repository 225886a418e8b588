import { z } from 'zod';
import type { ParsedSetting, Setting, Settings } from '../core/settings.ts';

/** The bearer token that callers send. */
export const tokenSetting: Setting = {
  name: 'AUDIOBOOK_TOKEN',
  description: 'bearer token of the HTTP service; needed for any --host but the loopback',
  secret: true,
};

const llmHostsSetting: Setting = {
  name: 'AUDIOBOOK_LLM_HOSTS',
  description: 'hosts (host or host:port, by commas) that llm_base_url may name; unset: the configured one only',
};
const corsSetting: Setting = {
  name: 'AUDIOBOOK_CORS_ORIGINS',
  description: 'web origins, by commas, whose pages may call the service; unset: none',
};
const hostsSetting: Setting = {
  name: 'AUDIOBOOK_ALLOWED_HOSTS',
  description: 'host names, by commas, that a proxy may pass on to the loopback; unset: localhost only',
};
const jobsFolderSetting: Setting = {
  name: 'AUDIOBOOK_JOBS_DIR',
  description: 'folder of uploads, jobs and results; unset: in the cache folder',
};

const numbers = {
  uploadMegabytes: number('AUDIOBOOK_UPLOAD_LIMIT_MB', '200', 'largest book that may be sent, in megabytes'),
  bookMegabytes: number('AUDIOBOOK_BOOK_LIMIT_MB', '400', 'largest book once it is unpacked, in megabytes'),
  bookEntries: number('AUDIOBOOK_BOOK_ENTRIES', '20000', 'most files in a book'),
  conversionsAtOnce: number('AUDIOBOOK_CONVERSIONS', '2', 'conversions at once; more wait in the queue'),
  queueLength: number('AUDIOBOOK_QUEUE', '100', 'conversions that may wait; more are answered 429'),
  uploadIdleSeconds: number('AUDIOBOOK_UPLOAD_IDLE_SECONDS', '30', 'seconds in which an upload must get on'),
  headerSeconds: number('AUDIOBOOK_HEADER_SECONDS', '10', 'seconds in which the head of a request must be sent'),
  freeMegabytes: number('AUDIOBOOK_FREE_DISK_MB', '1000', 'megabytes that must stay free on the disk of the jobs'),
  keepDays: number('AUDIOBOOK_JOBS_DAYS', '7', 'days that finished jobs are kept'),
  keepGigabytes: number('AUDIOBOOK_JOBS_LIMIT_GB', '20', 'size limit of finished jobs in gigabytes, oldest go first'),
} as const;

/** Every setting of the service alone, for the keys files and the README. */
export const serverSettings: readonly Setting[] = [
  tokenSetting,
  hostsSetting,
  corsSetting,
  llmHostsSetting,
  jobsFolderSetting,
  ...Object.values(numbers),
];

/** What the service lets in, in bytes and milliseconds. */
export interface Limits {
  readonly uploadBytes: number;
  readonly bookBytes: number;
  readonly bookEntries: number;
  readonly conversionsAtOnce: number;
  readonly queueLength: number;
  readonly uploadIdleMs: number;
  readonly headerMs: number;
  readonly freeBytes: number;
  readonly keepMs: number;
  readonly keepBytes: number;
}

/** Returns the configured limits. Throws `bad-value` for a limit that is not a number above 0. */
export function limitsFrom(settings: Settings): Limits {
  const read = (setting: ParsedSetting<number>, unit = 1): number => settings.read(setting) * unit;
  return {
    uploadBytes: read(numbers.uploadMegabytes, 1e6),
    bookBytes: read(numbers.bookMegabytes, 1e6),
    bookEntries: read(numbers.bookEntries),
    conversionsAtOnce: read(numbers.conversionsAtOnce),
    queueLength: read(numbers.queueLength),
    uploadIdleMs: read(numbers.uploadIdleSeconds, 1000),
    headerMs: read(numbers.headerSeconds, 1000),
    freeBytes: read(numbers.freeMegabytes, 1e6),
    keepMs: read(numbers.keepDays, 24 * 60 * 60 * 1000),
    keepBytes: read(numbers.keepGigabytes, 1e9),
  };
}

/** Where the service may be called from, and where it may call. */
export interface Trust {
  readonly token: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  /** Hosts that `llm_base_url` may name; undefined when nobody listed any. */
  readonly llmHosts: readonly string[] | undefined;
}

/** Who and what is trusted, as it is set. */
export function trustFrom(settings: Settings): Trust {
  const list = (setting: Setting): string[] => {
    const items = (settings.get(setting) ?? '').split(',').map((item) => item.trim().toLowerCase());
    return items.filter((item) => item !== '');
  };
  const llmHosts = list(llmHostsSetting);
  return {
    token: settings.get(tokenSetting),
    corsOrigins: list(corsSetting),
    allowedHosts: list(hostsSetting),
    llmHosts: llmHosts.length > 0 ? llmHosts : undefined,
  };
}

/** The folder of the jobs, when a setting names one. */
export function jobsFolderFrom(settings: Settings): string | undefined {
  return settings.get(jobsFolderSetting);
}

function number(name: string, fallback: string, description: string): ParsedSetting<number> {
  const expected = `a number above 0, for example ${fallback}`;
  return { name, description, default: fallback, schema: z.coerce.number().positive(), expected };
}
