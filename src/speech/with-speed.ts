import { voiceFacts } from './provider.ts';
import type { SpeechProvider, VoiceFacts } from './provider.ts';

/**
 * Returns the provider at a speed relative to that of its voices. A voice that can speak at this speed is asked to, and its
 * audio is judged and kept as that of another engine. The audio of every other voice is for the caller to stretch.
 */
export function withSpeed(provider: SpeechProvider, speed: number): SpeechProvider {
  if (speed === 1) return provider;
  const isSpoken = (voice: string): boolean => speaksAt(voiceFacts(provider, voice), speed);
  return {
    ...provider,
    facts(voice) {
      const facts = voiceFacts(provider, voice);
      const tempo = speaksAt(facts, speed) ? { spoken: speed, stretched: 1 } : { spoken: 1, stretched: speed };
      return { ...facts, tempo };
    },
    identity(voice) {
      const own = provider.identity(voice);
      return isSpoken(voice) ? `${own} speed ${speed}` : own;
    },
    synthesize: (request) =>
      // A delivery may have a pace of its own.
      provider.synthesize(isSpoken(request.voice) ? { ...request, speed: speed * (request.speed ?? 1) } : request),
  };
}

function speaksAt({ speeds }: VoiceFacts, speed: number): boolean {
  return speeds !== undefined && speed >= speeds.min && speed <= speeds.max;
}
