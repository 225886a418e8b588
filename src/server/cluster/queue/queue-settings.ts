import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { withSetting } from '../../../core/settings.ts';
import type { ParsedSetting, Setting, Settings } from '../../../core/settings.ts';
import { storageSetting } from '../../../storage/storage-settings.ts';

const queueUrlSetting: Setting = {
  name: 'AUDIOBOOK_QUEUE_URL',
  description:
    'address of the queue where --queue is not given: redis://:password@host:6379; hidden from the list of processes',
  secret: true,
};

/** Key that hides the passwords of books in the queue. */
export const queueKeySetting: Setting = {
  name: 'AUDIOBOOK_QUEUE_KEY',
  description:
    'key of 16 characters or more that fronts and workers share; passwords of books are encrypted with it in the queue, and refused without it',
  secret: true,
};

const expectedNumber = 'a number above 0';

/** Seconds after which a worker without a sign of life is lost. */
export const lockSecondsSetting: ParsedSetting<number> = {
  name: 'AUDIOBOOK_WORKER_LOCK_SECONDS',
  description: 'seconds after which others take the work of a worker that gives no sign of life',
  default: '30',
  schema: z.coerce.number().positive(),
  expected: expectedNumber,
};
/** The length of the parts of a book. */
export interface PartLength {
  readonly characters: number;
  /** Whether books are made whole while there is one for each worker. */
  readonly isWholeWhenBusy: boolean;
}

/** Characters of a part that is spoken in about a quarter of an hour. */
const usualPartCharacters = 12_000;

const partLength = /^(?:auto|(?:auto:)?[1-9]\d{0,8})$/u;

/** Length of the parts of a book. */
export const partCharactersSetting: ParsedSetting<PartLength> = {
  name: 'AUDIOBOOK_PART_CHARACTERS',
  description:
    'characters of a book that one worker speaks at a time; longer chapters are spoken by several; auto: 12000 (auto:6000: 6000), and whole books while there is one for each worker',
  default: 'auto',
  schema: z
    .string()
    .regex(partLength)
    .transform((text): PartLength => {
      const digits = /\d+/u.exec(text)?.[0] ?? usualPartCharacters;
      return { characters: Number(digits), isWholeWhenBusy: text.startsWith('auto') };
    }),
  expected: `auto, auto:6000, or ${expectedNumber}`,
};
/** The limits that all workers together have with each provider. */
export const limitsSetting: Setting = {
  name: 'AUDIOBOOK_PROVIDER_LIMITS',
  description:
    'comma-separated parts that all workers together speak at once with a provider, and begin in a minute (openai=4,elevenlabs=2/30), and chapters that they write with a language model (anthropic-llm=2); unset: 4 at once for each service on the network',
};

/** All settings of queues. */
export const queueSettings: readonly Setting[] = [
  queueUrlSetting,
  queueKeySetting,
  lockSecondsSetting,
  partCharactersSetting,
  limitsSetting,
];

/** Returns the address of the queue that a flag or the settings give, or undefined. */
export function queueFrom(flag: string | undefined, settings: Settings): string | undefined {
  return flag ?? settings.get(queueUrlSetting);
}

/** Returns the address of the queue that a flag or the settings give. Throws `usage` without one. */
export function requireQueue(flag: string | undefined, settings: Settings): string {
  const address = queueFrom(flag, settings);
  if (address !== undefined) return address;
  const message = `There is no queue. Give --queue redis://host:6379, or set ${queueUrlSetting.name}.`;
  throw new AudiobookError('usage', message);
}

/** Returns settings with the storage that a flag names. Without it, they stay as they are. */
export function withStorage(settings: Settings, address: string | undefined): Settings {
  return withSetting(settings, storageSetting, address);
}
