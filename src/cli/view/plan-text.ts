import { formatDuration } from '../../core/strings/format-duration.ts';
import { deliveriesText } from '../../pipeline/plan/heard-deliveries.ts';
import type { ConversionPlan } from '../../pipeline/plan/plan-conversion.ts';

/** Returns a plan as text for a person. */
export async function planText(plan: ConversionPlan): Promise<string> {
  // Loaded when it is needed: the width of letters takes long to load, and a conversion shows no plan.
  const { formatTable } = await import('./format-table.ts');
  const by = plan.authors.length > 0 ? ` by ${plan.authors.join(', ')}` : '';
  const parts = [
    `${plan.title}${by} (${plan.language})\n`,
    formatTable([['CHAPTER', 'TITLE', 'WORDS', 'LENGTH'], ...plan.chapters.map(chapterRow)]),
    plan.leftOut.length === 0
      ? ''
      : formatTable([['LEFT OUT', 'REASON', 'WORDS', ''], ...plan.leftOut.map(leftOutRow)]),
    formatTable(summaryRows(plan)),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function chapterRow({ number, title, words, estimatedSeconds }: ConversionPlan['chapters'][number]): string[] {
  return [String(number), title, String(words), formatDuration(estimatedSeconds)];
}

function leftOutRow({ document, reason, words, about }: ConversionPlan['leftOut'][number]): string[] {
  return [document, reason, String(words), about ?? ''];
}

function summaryRows(plan: ConversionPlan): readonly string[][] {
  const { words, estimatedSeconds, provider, voices, segments, billed, narration } = plan;
  const named = Object.entries(voices).map(([language, voice]) => `${voice} (${language})`);
  return [
    ['Audio', `about ${formatDuration(estimatedSeconds)}, ${count(words)} words`],
    ['Voice', `${provider}: ${named.join(', ') || 'none'}`],
    ...(plan.deliveries ? [['Directed', deliveriesText(plan.deliveries)]] : []),
    ['In store', `${count(segments.stored)} of ${count(segments.total)} segments, which cost nothing`],
    ['To speak', `${count(billed.amount)} ${billed.unit}`],
    ['Time', timeText(plan)],
    ...(narration ? [['Model', modelText(narration)]] : []),
    ['Cost', costText(plan)],
    ...plan.price.prices.map(({ name, price, source, checkedOn }) => [
      '',
      `${name}: $${price}${source === undefined ? ', your price' : ` (${source}, ${checkedOn})`}`,
    ]),
  ];
}

function timeText({ synthesisSeconds, measuredOn, narration }: ConversionPlan): string {
  if (synthesisSeconds === undefined) return 'not known: this voice has not been measured on this machine';
  const since = measuredOn === undefined ? '' : `, as measured on ${measuredOn}`;
  return `about ${formatDuration(synthesisSeconds)} for the speech${narration ? ', without the language model' : ''}${since}`;
}

function modelText(narration: NonNullable<ConversionPlan['narration']>): string {
  const { model, translator, requests, promptTokens, completionTokens } = narration;
  const names = [...new Set([model, translator])].filter((name) => name !== undefined);
  if (names.length === 0) return 'none';
  return `${names.join(', ')}: about ${count(requests)} requests, ${count(promptTokens)} tokens in, ${count(completionTokens)} out`;
}

function costText({ price: { total, speech, models, currency, unknown } }: ConversionPlan): string {
  if (total === undefined) return `not known: no price for ${unknown.join(', ')} (TTS_PRICES, LLM_PRICES)`;
  const parts = models === undefined ? '' : `: speech ${amount(speech)}, language model ${amount(models)}`;
  return total === 0 ? 'nothing' : `about $${total.toFixed(2)} ${currency}${parts}`;
}

function amount(cost: number | undefined): string {
  return cost === undefined ? 'not known' : `$${cost.toFixed(2)}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
