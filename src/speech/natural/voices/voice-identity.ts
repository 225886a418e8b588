import { createHash } from 'node:crypto';
import { spokenTextVersion } from '../../../text/spoken/spoken-text.ts';
import { kinds } from '../kinds/kinds.ts';
import type { NaturalVoice } from './natural-voice.ts';

/** How a voice is run. */
interface VoiceRun {
  /** Whether it can be given phonemes. */
  readonly readsPhonemes: boolean;
  /** Whether its model computes with floats in place of its integers. */
  readonly isPlain: boolean;
}

/** Returns everything but text, voice and language that shapes the sound. `version` is that of the engine. */
export function voiceIdentity({ installed, gainDb }: NaturalVoice, version: string, run: VoiceRun): string {
  const { model } = installed;
  const files = createHash('sha256');
  for (const { path, sha256 } of model.files) files.update(`${path} ${sha256}\n`);
  const digest = files.digest('hex').slice(0, 16);
  const kind = kinds[model.kind];
  const facts = [
    `${model.id} ${digest}`,
    `sherpa-onnx ${version}`,
    `text ${spokenTextVersion}.${kind.version}`,
    ...(kind.readsIpa && run.readsPhonemes ? ['phonemes'] : []),
    ...(gainDb === 0 ? [] : [`gain ${gainDb}`]),
    ...(run.isPlain ? ['floats'] : []),
  ];
  return facts.join(', ');
}
