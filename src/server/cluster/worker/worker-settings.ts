import { invalidValue } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { isHostedProvider } from '../../../pipeline/open/choose-provider.ts';
import { limitsSetting, lockSecondsSetting, partCharactersSetting } from '../queue/queue-settings.ts';

/** The limits that all workers together have with a provider, or with a service of language models: then for chapters in place of parts. */
export interface ProviderLimit {
  /** Parts that are spoken at the same time. Undefined: any number. */
  readonly atOnce?: number | undefined;
  /** Parts that are begun in a minute. Undefined: any number. */
  readonly perMinute?: number | undefined;
}

/** Settings of a worker. */
export interface WorkerLimits {
  readonly lockMs: number;
  readonly partCharacters: number;
  /** Whether books are made whole while there is one for each worker. */
  readonly isWholeWhenBusy: boolean;
  /** Returns the limit of a provider, or of a service of language models by `modelLimitName`. */
  readonly limitOf: (name: string) => ProviderLimit;
  /** Whether limits are given by the settings. */
  readonly hasLimits: boolean;
}

/** Reports whether there is a limit at all. */
export function isLimited({ atOnce, perMinute }: ProviderLimit): boolean {
  return atOnce !== undefined || perMinute !== undefined;
}

/** A service that one caller can overload. Others run on the machines of those who run the workers. */
const hostedLimit: ProviderLimit = { atOnce: 4 };

/** Returns the settings of a worker. Throws `bad-value`. */
export function workerLimitsFrom(settings: Settings): WorkerLimits {
  const limits = new Map((settings.get(limitsSetting) ?? '').split(',').flatMap(parseLimit));
  const { characters: partCharacters, isWholeWhenBusy } = settings.read(partCharactersSetting);
  return {
    lockMs: settings.read(lockSecondsSetting) * 1000,
    partCharacters,
    isWholeWhenBusy,
    hasLimits: limits.size > 0,
    limitOf: (name) => limits.get(name) ?? (isHosted(name) ? hostedLimit : {}),
  };
}

const modelSuffix = '-llm';

/** Returns the name by which the limit of a service of language models is found: providers of speech have the same names. */
export function modelLimitName(service: string): string {
  return service + modelSuffix;
}

function isHosted(name: string): boolean {
  if (name.endsWith(modelSuffix)) return name !== modelLimitName('ollama');
  return isHostedProvider(name);
}

const limitPattern = /^(?<name>[a-z-]+)=(?<atOnce>[1-9]\d{0,5})(?:\/(?<perMinute>[1-9]\d{0,5}))?$/u;

function parseLimit(item: string): (readonly [string, ProviderLimit])[] {
  const text = item.trim().toLowerCase();
  if (text === '') return [];
  const { name, atOnce, perMinute } = limitPattern.exec(text)?.groups ?? {};
  if (name === undefined) {
    throw invalidValue(limitsSetting.name, text, 'provider=parts at once, or provider=parts at once/parts a minute');
  }
  return [[name, { atOnce: Number(atOnce), ...(perMinute !== undefined && { perMinute: Number(perMinute) }) }]];
}
