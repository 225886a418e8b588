import { throwIfCanceled, toAudiobookError } from '../core/errors.ts';
import { formatRoughly } from '../core/strings/format-duration.ts';
import type { runOptions } from './options.ts';
import type { NarrationRequest } from '../pipeline/conversion.ts';
import { decline } from '../pipeline/voices/better-voice.ts';
import { findOffer } from '../pipeline/voices/find-offer.ts';
import type { VoiceOffer } from '../pipeline/voices/find-offer.ts';
import { installVoices } from '../pipeline/voices/install-voices.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import type { providerOptions } from '../pipeline/options/speech-options.ts';
import { askYesOrNo } from './ask/ask.ts';
import { loadProcessSettings } from './load-process-settings.ts';
import type { ProcessContext } from './process-context.ts';
import { formatSize } from './view/format-size.ts';
import { writeLines } from './view/write-lines.ts';

type OfferOptions = OptionValues<typeof providerOptions & typeof runOptions>;

/** Time to answer, in milliseconds. Who is not there gets the plain voice. */
const answerMs = 60_000;

/** A download that takes longer, in seconds, begins only after a yes that was typed: people came for a book. */
const longDownload = 180;

/**
 * Offers the natural voice that was named and is not installed, or, where no provider and no voice was named and none is
 * installed, that for the language of the book. Downloads it on a yes; a no is remembered. A voice that cannot be had never costs the book: the run goes on with
 * the one that is there. Throws `canceled`.
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
  const { model, line } = offer;
  const later = laterText(offer);
  if ('problem' in line) {
    writeLines(stderr, `${nameOf(offer)} cannot be downloaded now: ${line.problem}. ${later}`);
    return;
  }
  const seconds = offer.bytes / line.bytesPerSecond;
  writeLines(stderr, offerText(offer, seconds));
  const isFree = model.licence.restrictions === undefined;
  const message = isFree ? 'Download it now?' : 'Accept the licence and download it now?';
  const question = { message, default: isFree && seconds <= longDownload, timeoutMs: answerMs };
  const answer = await askYesOrNo(context, question);
  if (answer === undefined) stderr.write(`\nNo answer. ${later}`);
  else if (!answer) {
    if (!offer.isNamed) await decline(model, settings);
    writeLines(stderr, later);
  } else await installOrSay(context, offer, later);
}

/** Of a voice that was named and is not there, the run itself says the same in its error. */
function laterText({ installName, isNamed }: VoiceOffer): string {
  if (isNamed) return '\n';
  return `A plain voice speaks. 'audiobook voices install ${installName}' installs the natural one.\n`;
}

function nameOf({ model, languageName }: VoiceOffer): string {
  return `${model.name}, a natural voice for ${languageName},`;
}

function offerText({ model: { name, licence }, bytes, languageName }: VoiceOffer, seconds: number): string {
  const restrictions = licence.restrictions === undefined ? '' : `${licence.restrictions}\n`;
  return (
    `${name} is a natural voice for ${languageName} that speaks on this machine: a download of ${formatSize(bytes)}, ` +
    `about ${formatRoughly(seconds)} on this line, licence ${licence.name} (${licence.url}).\n${restrictions}`
  );
}

async function installOrSay(context: ProcessContext, offer: VoiceOffer, later: string): Promise<void> {
  try {
    await install(context, offer);
  } catch (thrown) {
    throwIfCanceled(context.signal);
    writeLines(context.stderr, `${offer.model.name} is not installed: ${toAudiobookError(thrown).message} ${later}`);
  }
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
