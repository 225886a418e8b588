import { AudiobookError } from '../../core/errors.ts';
import { priceCurrency } from './speech-prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { QuotedModelPrices } from '../../llm/model-prices.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import { voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import { textAsHeard } from '../../speech/call/text-as-heard.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { Segment } from './plan.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import { speechCharges } from './speech-charges.ts';
import type { Charge } from './speech-charges.ts';

/** A price that an estimate uses. */
export interface PriceQuote {
  /** Provider and model, such as `polly/neural` or `anthropic/claude-sonnet-5-5`. */
  readonly name: string;
  /** US dollars with their unit, such as `16 per million characters`. */
  readonly price: string;
  /** Page with the price. Absent when the user gave it. */
  readonly source?: string | undefined;
  /** Day on which it was compared with its source, as `YYYY-MM-DD`. */
  readonly checkedOn?: string | undefined;
}

/** The estimated cost of a conversion. */
export interface CostEstimate {
  readonly currency: typeof priceCurrency;
  /** Undefined when a price is not known. */
  readonly total?: number | undefined;
  readonly speech?: number | undefined;
  /** Present when language models take part. */
  readonly models?: number | undefined;
  readonly prices: readonly PriceQuote[];
  /** Services whose price is not known. */
  readonly unknown: readonly string[];
}

/** Text that has yet to be spoken, in the unit that the provider bills. */
export interface BilledSpeech {
  readonly amount: number;
  readonly unit: 'characters' | 'tokens';
  readonly cost: number | undefined;
  readonly prices: readonly PriceQuote[];
  readonly unknown: readonly string[];
}

/** Segments to speak. */
export interface SpeechToBill {
  readonly segments: readonly Segment[];
  /** Length of what will be spoken as a share of the segments. */
  readonly share: number;
}

/** The tools that the cost of speech is calculated with. */
export interface BillTools {
  readonly provider: SpeechProvider;
  readonly speakerOf: VoiceCast['speakerOf'];
  readonly settings: Settings;
}

/** Returns what a provider bills for segments. Throws as `speechCharges` does. */
export function billSpeech(
  speech: readonly SpeechToBill[],
  { provider, speakerOf, settings }: BillTools,
): BilledSpeech {
  const chargeOf = speechCharges(provider, settings);
  const charges = new Map<string, Charge>();
  let amount = 0;
  let cost: number | undefined = 0;
  let unit: Charge['unit'] = 'characters';
  for (const { segments, share } of speech) {
    for (const segment of segments) {
      const { voice, language } = speakerOf(segment);
      const told = voicedDelivery(provider, voice, segment.delivery)?.told;
      const charge = chargeOf(textAsHeard(provider, { text: segment.text, voice, language }), voice, told);
      amount += charge.amount * share;
      cost = cost === undefined || charge.cost === undefined ? undefined : cost + charge.cost * share;
      ({ unit } = charge);
      if (charge.tariff !== undefined) charges.set(charge.tariff, charge);
    }
  }
  const quotes = [...charges].flatMap(([name, { price }]) => (price ? [speechQuote(name, price)] : []));
  const unknown = [...charges].filter(([, { cost: known }]) => known === undefined).map(([name]) => name);
  return { amount: Math.round(amount), unit, cost, prices: quotes, unknown };
}

function speechQuote(
  name: string,
  { characters, tokens, source, checkedOn }: NonNullable<Charge['price']>,
): PriceQuote {
  const price = tokens
    ? `${tokens.text} per million tokens of text, ${tokens.audio} of audio`
    : `${characters} per million characters`;
  return { name, price, source, checkedOn };
}

/** The expected usage of language models, with their prices by id. */
export interface ModelBill {
  readonly usage: ModelUsage;
  readonly models: readonly { readonly id: string; readonly prices: QuotedModelPrices | undefined }[];
}

/** Returns what speech and language models cost together. */
export function estimateCost(speech: BilledSpeech, bill?: ModelBill): CostEstimate {
  const models = bill && modelsCost(bill);
  const costs = [speech.cost, ...(models ? [models.cost] : [])];
  return {
    currency: priceCurrency,
    total: rounded(costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost), 0)),
    speech: rounded(speech.cost),
    models: rounded(models?.cost),
    prices: [...speech.prices, ...(models?.prices ?? [])],
    unknown: [...speech.unknown, ...(models?.unknown ?? [])],
  };
}

function modelsCost({ usage, models }: ModelBill): Pick<BilledSpeech, 'cost' | 'prices' | 'unknown'> {
  const billed = usage.requests === 0 ? [] : models.filter(({ id, prices }) => prices || !isLocal(id));
  return {
    cost: billed.length === 0 ? 0 : usage.cost,
    prices: billed.flatMap(({ id, prices }) => (prices ? [modelQuote(id, prices)] : [])),
    unknown: billed.filter(({ prices }) => !prices).map(({ id }) => id),
  };
}

/** A model on a machine of the user costs nothing. */
function isLocal(id: string): boolean {
  return id.startsWith('ollama/');
}

function modelQuote(name: string, { prompt, completion, source, checkedOn }: QuotedModelPrices): PriceQuote {
  return { name, price: `${prompt} per million tokens in, ${completion} out`, source, checkedOn };
}

/** Rounds up to hundredths of a cent, so that a sum of small amounts is not lost. */
function rounded(cost: number | undefined): number | undefined {
  return cost === undefined ? undefined : Math.ceil(cost * 10_000 - 1e-6) / 10_000;
}

/** Throws `bad-value` when a conversion would cost more than allowed, or when the costs are unknown. */
export function requireCostWithin(maxCost: number | undefined, { total, unknown }: CostEstimate): void {
  if (maxCost === undefined) return;
  if (total === undefined) {
    throw new AudiobookError(
      'bad-value',
      `The cost cannot be limited: the price of ${unknown.join(' and ')} is not known. Set TTS_PRICES or LLM_PRICES, or leave out --max-cost.`,
    );
  }
  if (total <= maxCost) return;
  throw new AudiobookError(
    'bad-value',
    `The conversion would cost about $${total.toFixed(2)}, more than the limit of $${maxCost.toFixed(2)}. Choose fewer chapters or a cheaper voice, or raise --max-cost.`,
  );
}
