import type { SpeechProvider } from '../../speech/provider.ts';

/** Looks at texts before they are spoken, and warns once of each thing that the voice is known to speak badly. */
export function weaknessWatch(
  provider: SpeechProvider,
  voice: string,
  warn: (message: string) => void,
): (texts: readonly { readonly text: string }[]) => void {
  const told = new Set<string>();
  return (texts) => {
    for (const { text } of texts) {
      const weakness = provider.weakness?.(text, voice);
      if (weakness === undefined || told.has(weakness)) continue;
      told.add(weakness);
      warn(weakness);
    }
  };
}
