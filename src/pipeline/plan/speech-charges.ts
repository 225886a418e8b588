import { invalidValue } from '../../core/errors.ts';
import type { PriceSource } from '../../llm/price-table.ts';
import { speechPrices } from './speech-prices.ts';
import type { SpeechPrice } from './speech-prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { SpeechProvider, Tariff, TellableDelivery } from '../../speech/provider.ts';
import { countWords } from '../../text/count-words.ts';
import { textLength } from '../../text/text-length.ts';
import { speechPricesSetting } from '../open/settings.ts';

/** The cost of one request. */
export interface Charge {
  /** Name of the price, such as `polly/neural`. Undefined when nothing is billed. */
  readonly tariff?: string | undefined;
  /** Length of the text in the unit that the service bills. */
  readonly amount: number;
  readonly unit: 'characters' | 'tokens';
  /** In US dollars. Undefined when the price is not known. */
  readonly cost: number | undefined;
  /** Undefined for a price of the user. */
  readonly price?: QuotedSpeechPrice | undefined;
}

/** A price of speech and where it is from. */
export type QuotedSpeechPrice = Pick<SpeechPrice, 'characters' | 'tokens'> & Partial<PriceSource>;

/** Returns what the request for a text costs. `voice` is that of the request, `delivery` what the service is told of one. */
export type ChargeOf = (text: string, voice: string, delivery?: string) => Charge;

/** Returns a function that gives the cost of requests to a provider. Throws `bad-value` for a bad list of prices. */
export function speechCharges(provider: Pick<SpeechProvider, 'facts'>, settings: Settings): ChargeOf {
  const own = ownPrices(settings);
  const found = new Map<string, SpeechPrice | QuotedSpeechPrice | undefined>();
  return (given, voice, told) => {
    const { tariff, delivery } = provider.facts?.(voice) ?? {};
    const text = withTold(given, told, delivery);
    if (!tariff) return { amount: textLength(text, 'chars'), unit: 'characters', cost: 0 };
    const { name, isVendor, extraCharacters } = tariff;
    if (!found.has(name)) {
      const listed = isVendor ? speechPrices.find(({ tariffs }) => tariffs.test(name)) : undefined;
      found.set(name, own.get(name) ?? listed);
    }
    return { tariff: name, ...chargeAt(found.get(name), text, extraCharacters) };
  };
}

/** Returns a text with what is billed beside it. */
function withTold(text: string, told: string | undefined, delivery: TellableDelivery | undefined): string {
  return told === undefined ? text : `${delivery?.billed?.(told) ?? ''}${text}`;
}

function chargeAt(
  price: SpeechPrice | QuotedSpeechPrice | undefined,
  text: string,
  extraCharacters: Tariff['extraCharacters'] = () => 0,
): Omit<Charge, 'tariff'> {
  if (price?.tokens) {
    const { text: textTokens, audio } = speechTokens(text, price.tokens.perSecond);
    const cost = (textTokens * price.tokens.text + audio * price.tokens.audio) / million;
    return { amount: textTokens + audio, unit: 'tokens', cost, price };
  }
  const counted = textLength(text, 'chars') + doubled(price, text);
  const characters = counted + extraCharacters(counted);
  const cost = price?.characters === undefined ? undefined : (characters * price.characters) / million;
  return { amount: characters, unit: 'characters', cost, price };
}

const million = 1_000_000;

function doubled(price: SpeechPrice | QuotedSpeechPrice | undefined, text: string): number {
  const double = price && 'double' in price ? price.double : undefined;
  return double === undefined ? 0 : (text.match(double) ?? []).length;
}

const secondsPerWord = 60 / 150;
const textTokensPerWord = 1.4;

/** Estimates the tokens of a text and its audio. */
function speechTokens(text: string, perSecond: number): { readonly text: number; readonly audio: number } {
  const words = countWords(text);
  return {
    text: Math.ceil(words * textTokensPerWord),
    audio: Math.ceil(words * secondsPerWord * perSecond),
  };
}

function ownPrices(settings: Settings): ReadonlyMap<string, QuotedSpeechPrice> {
  const entries = (settings.get(speechPricesSetting) ?? '').split(',').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry) => {
      const [, name = '', price] = /^\s*(\S+?\/\S+?)\s*=\s*(\d+(?:\.\d+)?)\s*$/u.exec(entry) ?? [];
      if (name === '')
        throw invalidValue(speechPricesSetting.name, entry, 'provider/model=price, for example polly/neural=12');
      return [name, { characters: Number(price) }];
    }),
  );
}
