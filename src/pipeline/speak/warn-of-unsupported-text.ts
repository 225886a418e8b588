import type { SpeechProvider } from '../../speech/provider.ts';
import type { VoiceCast, VoiceNeed } from '../cast/cast-voices.ts';

/** Returns a function that checks texts before they are spoken and warns once per problem that their voice is known to have. */
export function warnOfUnsupportedText(
  provider: SpeechProvider,
  cast: Pick<VoiceCast, 'speakerOf'>,
  warn: (message: string) => void,
): (texts: readonly (VoiceNeed & { readonly text: string })[]) => void {
  const warned = new Set<string>();
  return (texts) => {
    for (const text of texts) {
      const warning = provider.unsupportedText?.(text.text, cast.speakerOf(text).voice);
      if (warning === undefined || warned.has(warning)) continue;
      warned.add(warning);
      warn(warning);
    }
  };
}
