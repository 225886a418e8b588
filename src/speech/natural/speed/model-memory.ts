import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import { kinds } from '../kinds/kinds.ts';
import type { EngineMemory } from '../kinds/voice-kind.ts';
import type { ModelSpeed } from './model-speed.ts';

/** Returns what an engine takes: as the files of the model let expect, and at least what was measured. */
export function modelMemory({ model }: Pick<InstalledModel, 'model'>, speed?: ModelSpeed): EngineMemory {
  const files = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const expected = kinds[model.kind].memory(files);
  const measured = speed ? speed.memoryBytes - speed.calls * expected.call : 0;
  return { model: Math.max(expected.model, measured), call: expected.call };
}
