import { speechEnvelope } from '../../audio/envelope/envelope.ts';
import type { Envelope } from '../../audio/envelope/envelope.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { SpeakPolicy } from '../../speech/call/request-answer.ts';
import { speakSegment } from '../../speech/call/speak-segment.ts';
import type { Doubt, SpeakOptions, SpokenAudio } from '../../speech/call/speak-segment.ts';
import { textAsHeard } from '../../speech/call/text-as-heard.ts';
import { deliveryRequest, voicedDelivery } from '../../speech/delivery/voiced-delivery.ts';
import type { EarlierAudio } from '../../speech/call/settle-text.ts';
import { measureSpeech } from '../../speech/check/measure/measure-speech.ts';
import type { VoiceMemory } from '../../speech/check/voice-memory.ts';
import type { SpeechGate } from '../../speech/gate/speech-gate.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { textLength } from '../../text/text-length.ts';
import type { Segment } from '../plan/plan.ts';
import { isBad } from '../hear/listening.ts';
import type { Finding, Listening } from '../hear/listening.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import { measured } from '../store/segment-file.ts';
import type { AudioMark, MeasuredPcm } from '../store/segment-file.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import type { SpeedMeter } from './speed-meter.ts';
import { markOf } from './unconfirmed-segments.ts';
import type { UnconfirmedSegments } from './unconfirmed-segments.ts';
import type { VoiceMemories } from './voice-memories.ts';

/** The tools that all segments of a run share. */
export interface SoundTools {
  readonly provider: SpeechProvider;
  readonly speakerOf: VoiceCast['speakerOf'];
  readonly store: SegmentStore;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  readonly policy?: SpeakPolicy | undefined;
  /** Hears what is spoken. Default: nothing is heard. */
  readonly listening?: Listening | undefined;
  readonly gate: SpeechGate;
  readonly voices: VoiceMemories;
  readonly meter: SpeedMeter;
  readonly unconfirmed: UnconfirmedSegments;
  /** Whether the run goes through its audio again: what is in doubt was settled before. */
  readonly isAgain?: boolean | undefined;
}

/** The sound of a segment. */
export interface SegmentSound {
  readonly pcm: MeasuredPcm;
  /** Present when it is not sure that it is the audio of its text. The store has it with a mark. */
  readonly doubt?: Doubt | undefined;
  /** The result of listening to it. Absent when it was not verified. */
  readonly finding?: Finding | undefined;
  /** The level of what was heard. Present with `finding`. */
  readonly envelope?: Envelope | undefined;
  /** Whether it was heard because it is in a random sample. */
  readonly isDrawn?: boolean | undefined;
}

/** What the store has of a segment: its sound, or audio that is to be judged or compared first. */
export interface StoredAudio {
  readonly sound?: SegmentSound | undefined;
  readonly earlier?: EarlierAudio | undefined;
}

/** Returns what is stored of a segment; nothing also when it cannot be of this voice, or is not whole. */
export async function readStored(segment: Segment, address: string, tools: SoundTools): Promise<StoredAudio> {
  const pcm = await tools.store.read(address);
  if (!pcm) return {};
  if (pcm.mark !== undefined && !tools.isAgain) return { earlier: { pcm, isBelieved: pcm.mark === 'doubtful' } };
  const { text } = segment;
  const { voice, language } = tools.speakerOf(segment);
  const memory = await memoryOf(segment, tools);
  const heardText = textAsHeard(tools.provider, { text, voice, language });
  if (!memory.acceptStored(heardText, language, pcm)) return {};
  if (!tools.listening?.wantsStored(address)) return { sound: { pcm } };
  const finding = await tools.listening.hear({ heardText, text, language, address, pcm }, tools.signal);
  const isDrawn = tools.listening.isDrawn(address);
  return isBad(finding) ? {} : { sound: { pcm, finding, envelope: speechEnvelope(pcm), isDrawn } };
}

/** Sound that was judged now. */
export interface SettledSound extends SegmentSound {
  /** Whether it is what the store had. */
  readonly stored: boolean;
}

/** Speaks a segment, hears it where listening is on, and stores it. Throws what `speakSegment` throws. */
export async function speakAndStore(
  segment: Segment,
  address: string,
  tools: SoundTools,
  earlier?: EarlierAudio,
): Promise<SettledSound> {
  const { store, listening, unconfirmed } = tools;
  const { language, voice } = tools.speakerOf(segment);
  const speaker = { provider: tools.provider.id, voice };
  const spoken = await speakText(segment.text, segment, tools, { earlier });
  unconfirmed.suspect(spoken.sharedWith);
  const take = { ...spoken, text: segment.text, language, address };
  const again = (text: string): Promise<SpokenText> => speakText(text, segment, tools);
  const {
    pcm: kept,
    doubt,
    finding,
    isDrawn,
  } = (await listening?.settle(take, again, tools.signal)) ?? unheard(spoken);
  const pcm = measured(kept, speaker);
  const confirmation = doubt ? undefined : spoken.confirmation;
  await store.write(address, {
    ...pcm,
    mark: markOf(doubt) ?? (await earlyMark(segment, tools, { confirmation, finding })),
  });
  // Of one in doubt other answers were asked for.
  const stored = kept === earlier?.pcm && !doubt;
  if (confirmation) unconfirmed.add({ segment, address, ...confirmation, speaker, isHeard: !!finding });
  return { pcm, doubt, finding, envelope: finding && speechEnvelope(pcm), isDrawn, stored };
}

/** Returns the mark of audio that is believed while little is known of its voice: it is judged again when the run ends, or by the next one. */
async function earlyMark(
  segment: Segment,
  tools: SoundTools,
  { confirmation, finding }: Pick<SpokenAudio, 'confirmation'> & Pick<SegmentSound, 'finding'>,
): Promise<AudioMark | undefined> {
  if (!confirmation || finding) return undefined;
  return (await memoryOf(segment, tools)).isKnown ? undefined : 'unjudged';
}

function unheard({
  pcm,
  doubt,
}: SpokenAudio): Pick<SpokenAudio, 'pcm' | 'doubt'> & Pick<SegmentSound, 'finding' | 'isDrawn'> {
  return { pcm, doubt };
}

/** Reports whether audio of a segment would not be accepted now that more is known of its voice. */
export async function isDoubted(
  segment: Segment,
  pcm: Pcm,
  tools: Pick<SoundTools, 'provider' | 'speakerOf' | 'voices'>,
): Promise<boolean> {
  const { provider } = tools;
  const { voice, language } = tools.speakerOf(segment);
  const memory = await memoryOf(segment, tools);
  const text = textAsHeard(provider, { text: segment.text, voice, language });
  const problem = memory.problemNow(text, language, measureSpeech(pcm));
  // What sounds unlike the voice is known only once the voice is. Other slight faults were as well seen at once.
  return problem !== undefined && (problem.grade !== 'slight' || problem.kind === 'unusual');
}

/** Compares the audio of a segment with other answers to its text, and returns what is right. Throws what `speakSegment` throws. */
export async function speakAgain(segment: Segment, tools: SoundTools, earlier: EarlierAudio): Promise<SpokenAudio> {
  return await speakText(segment.text, segment, tools, { earlier });
}

/** Returns what is not sure of audio that was believed, as its lengths. */
export async function doubtAbout(segment: Segment, pcm: Pcm, tools: SoundTools): Promise<Doubt> {
  const { voice, language } = tools.speakerOf(segment);
  const text = textAsHeard(tools.provider, { text: segment.text, voice, language });
  const expectedSeconds = (await memoryOf(segment, tools)).expectedSeconds(text, language);
  return { reason: 'unheard', expectedSeconds, seconds: pcmSeconds(pcm) };
}

/** Returns the memory of a voice, for each manner that it is told its own: a whisper has another pace, and no pitch. */
async function memoryOf(
  { delivery, ...segment }: Segment,
  { provider, speakerOf, voices }: Pick<SoundTools, 'provider' | 'speakerOf' | 'voices'>,
): Promise<VoiceMemory> {
  const { voice } = speakerOf(segment);
  const isTold = voicedDelivery(provider, voice, delivery)?.told !== undefined;
  return await voices.for(voice, isTold ? delivery?.manner : undefined);
}

/** Speech and its text as it is read aloud. */
interface SpokenText extends SpokenAudio {
  readonly heardText: string;
}

/** Speaks the text of a segment, or a part of it. */
async function speakText(
  text: string,
  segment: Segment,
  tools: SoundTools,
  before: Pick<SpeakOptions, 'earlier'> = {},
): Promise<SpokenText> {
  const { provider, signal, policy, meter, onProgress } = tools;
  const { chapter, index } = segment;
  const { voice, language } = tools.speakerOf(segment);
  const memory = await memoryOf(segment, tools);
  const onRetry = ({ attempt, delayMs, error }: RetryNotice): void =>
    onProgress({ type: 'segment-retry', chapter, segment: index, attempt, delayMs, reason: error.message });
  const delivery = deliveryRequest(voicedDelivery(provider, voice, segment.delivery));
  const request = { text, voice, language, ...delivery, signal };
  let made: Parameters<SpeedMeter['end']>[1];
  meter.begin();
  try {
    const spoken = await speakSegment(provider, request, {
      gate: reportedGate(segment, tools),
      voice: memory,
      policy,
      onRetry,
      ...before,
    });
    made = { characters: textLength(text, 'chars'), seconds: pcmSeconds(spoken.pcm) };
    return { ...spoken, heardText: textAsHeard(provider, request) };
  } finally {
    meter.end(voice, made);
  }
}

/** Returns a gate that reports when the requests for a segment begin and end. */
function reportedGate({ index, text }: Segment, { gate, onProgress }: SoundTools): Pick<SpeechGate, 'run'> {
  const request = { segment: index, characters: text.length };
  return {
    run: async (work, admission) =>
      await gate.run(async () => {
        onProgress({ type: 'request-start', ...request });
        try {
          const result = await work();
          onProgress({ type: 'request-end', ...request });
          return result;
        } catch (thrown) {
          onProgress({ type: 'request-end', ...request, failed: true });
          throw thrown;
        }
      }, admission),
  };
}
