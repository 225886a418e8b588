import type { runOptions } from './options.ts';
import type { NarrationRequest } from '../pipeline/conversion.ts';
import { decline, installName } from '../pipeline/voices/better-voice.ts';
import { findOffer } from '../pipeline/voices/find-offer.ts';
import type { VoiceOffer } from '../pipeline/voices/find-offer.ts';
import { installVoices } from '../pipeline/voices/install-voices.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import type { providerOptions } from '../pipeline/options/speech-options.ts';
import { askYesOrNo } from './ask/ask.ts';
import { loadProcessSettings } from './load-process-settings.ts';
import type { ProcessContext } from './process-context.ts';
import { formatSize } from './view/format-size.ts';

type OfferOptions = OptionValues<typeof providerOptions & typeof runOptions>;

/** Time to answer, in milliseconds. Who is not there gets the plain voice. */
const answerMs = 60_000;

/**
 * Offers the natural voice for the language of the book when no provider and no voice was named and none is
 * installed. Downloads it on a yes; a no is remembered. Throws what `installVoices` throws, and `canceled`.
 */
export async function offerNaturalVoice(
  context: ProcessContext,
  options: OfferOptions,
  request: NarrationRequest,
): Promise<void> {
  const { signal, stderr } = context;
  // The run itself gives the warnings.
  const settings = await loadProcessSettings(context, () => undefined);
  const offer = await findOffer({ ...request, provider: options.provider }, settings, signal);
  if (!offer) return;
  stderr.write(offerText(offer));
  const isFree = offer.model.licence.restrictions === undefined;
  const message = isFree ? 'Download it now?' : 'Accept the licence and download it now?';
  const answer = await askYesOrNo(context, { message, default: isFree, timeoutMs: answerMs });
  const later = `A plain voice speaks. 'audiobook voices install ${installName(offer.model)}' installs the natural one.\n`;
  if (answer === undefined) stderr.write(`\nNo answer. ${later}`);
  else if (!answer) {
    await decline(offer.model, settings);
    stderr.write(later);
  } else await install(context, offer);
}

function offerText({ model: { name, licence }, bytes, languageName }: VoiceOffer): string {
  const restrictions = licence.restrictions === undefined ? '' : `${licence.restrictions}\n`;
  return (
    `${name} is a natural voice for ${languageName} that speaks on this machine: a download of ${formatSize(bytes)}, ` +
    `licence ${licence.name} (${licence.url}).\n${restrictions}`
  );
}

async function install(context: ProcessContext, { model }: VoiceOffer): Promise<void> {
  const settings = await loadProcessSettings(context, () => undefined);
  const { signal, stderr } = context;
  const { downloadView } = await import('./view/download-view.ts');
  const view = downloadView(stderr, {});
  try {
    const options = { settings, signal, accepts: async () => true, onEvent: view.onEvent };
    for await (const { model: installed } of installVoices([model.id], options)) {
      view.close();
      stderr.write(`Installed ${installed.name}.\n`);
    }
  } finally {
    view.close();
  }
}
