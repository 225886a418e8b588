import { embeddedVoiceSetting } from '../../speech/embedded/embedded.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { ConversionTools } from '../conversion.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';

/** The parts of a run that `reportVoice` needs. */
export interface VoiceReportRun extends Pick<ConversionTools, 'chosen' | 'settings'> {
  /** Voices that the request names. */
  readonly voice: string | undefined;
  readonly cast: VoiceCast;
  readonly onProgress: ProgressListener;
}

/** Reports which voice inside the program was chosen, and the command that gives the language a natural one. */
export async function reportVoice({ chosen, settings, voice, cast, onProgress }: VoiceReportRun): Promise<void> {
  if (voice !== undefined || chosen.description.kind !== 'embedded') return;
  const { betterVoice, installName } = await import('./better-voice.ts');
  const isSet = settings.get(embeddedVoiceSetting) !== undefined;
  const model = isSet ? undefined : await betterVoice(cast.main.language, settings);
  const command = model && `audiobook voices install ${installName(model)}`;
  onProgress({ type: 'voice-chosen', voice: cast.main.voice, betterWith: command });
}
