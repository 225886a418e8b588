/** Text that espeak-ng reads as text: its phoneme mode (`[[…]]`) and control characters are taken out. */
export function espeakText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replaceAll(/\[(?=\[)/gu, '[ ')
    .replaceAll(/\](?=\])/gu, '] ');
}
