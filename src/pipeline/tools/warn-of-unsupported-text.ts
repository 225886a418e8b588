import type { SpeechProvider } from '../../speech/provider.ts';

/** Returns a function that checks texts before they are spoken and warns once per problem the voice is known to have. */
export function warnOfUnsupportedText(
  provider: SpeechProvider,
  voice: string,
  warn: (message: string) => void,
): (texts: readonly { readonly text: string }[]) => void {
  const warned = new Set<string>();
  return (texts) => {
    for (const { text } of texts) {
      const warning = provider.unsupportedText?.(text, voice);
      if (warning === undefined || warned.has(warning)) continue;
      warned.add(warning);
      warn(warning);
    }
  };
}
