import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { voiceListPath } from './voice-lists.ts';

/** Keeps the voices of a provider for completion, which asks no service. A command does not fail because it cannot. */
export async function rememberVoices(stateFolder: string, provider: string, voices: readonly string[]): Promise<void> {
  const content = `${JSON.stringify(voices)}\n`;
  await writeFileAtomic(voiceListPath(stateFolder, provider), content, { makeFolder: true }).catch(() => undefined);
}
