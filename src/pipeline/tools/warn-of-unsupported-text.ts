import type { SpeechProvider } from '../../speech/provider.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';

/** Returns a function that checks texts before they are spoken and warns once per problem that their voice is known to have. */
export function warnOfUnsupportedText(
  provider: SpeechProvider,
  cast: Pick<VoiceCast, 'speakerOf'>,
  warn: (message: string) => void,
): (texts: readonly { readonly text: string; readonly language?: string | undefined }[]) => void {
  const warned = new Set<string>();
  return (texts) => {
    for (const { text, language } of texts) {
      const warning = provider.unsupportedText?.(text, cast.speakerOf(language).voice);
      if (warning === undefined || warned.has(warning)) continue;
      warned.add(warning);
      warn(warning);
    }
  };
}
