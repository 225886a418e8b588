import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { stretchSpeech } from '../../audio/ffmpeg/stretch-speech.ts';
import { AudiobookError } from '../../core/errors.ts';
import { voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { Segment } from '../plan/plan.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import { measured } from '../store/segment-file.ts';
import type { MeasuredPcm } from '../store/segment-file.ts';

/** The tools of `atTempo`. */
interface TempoTools {
  readonly provider: SpeechProvider;
  readonly speakerOf: VoiceCast['speakerOf'];
  readonly ffmpeg?: Ffmpeg | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns the synthesizer with speech at the speed of the run, and the pace of its delivery, where the voice does not speak at it. The store and
 * the checks have the speech as the service returned it, so another speed costs no request.
 */
export function atTempo<Spoken extends { readonly pcm?: MeasuredPcm | undefined }>(
  synthesizer: (segment: Segment) => Promise<Spoken>,
  { provider, speakerOf, ffmpeg, signal }: TempoTools,
): (segment: Segment) => Promise<Spoken> {
  return async (segment) => {
    const spoken = await synthesizer(segment);
    const { voice } = speakerOf(segment);
    const delivery = voicedDelivery(provider, voice, segment.delivery);
    const stretched = (provider.facts?.(voice).tempo?.stretched ?? 1) * (delivery?.stretched ?? 1);
    if (!spoken.pcm || stretched === 1) return spoken;
    if (!ffmpeg) throw new AudiobookError('internal', 'Speech cannot be stretched without ffmpeg.');
    const pcm = await stretchSpeech(spoken.pcm, stretched, { ffmpeg, signal });
    const scale = pcm.samples.length / spoken.pcm.samples.length;
    const words = spoken.pcm.words?.map(({ offset, sample }) => ({ offset, sample: Math.round(sample * scale) }));
    return { ...spoken, pcm: measured({ ...pcm, words }, spoken.pcm.speaker) };
  };
}
