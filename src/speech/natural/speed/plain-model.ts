import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { exists } from '../../../core/files/exists.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import { plainGraph } from '../../../voice-models/prepare/plain-graph.ts';
import type { EngineModel } from '../engine/engine-protocol.ts';

/** Must change with every change of what `plainGraph` writes. */
const version = 1;

/**
 * Returns the engine's model with floats instead of integers (`plainGraph`), written into a folder where it is not there yet, or undefined for
 * a model without integers. Processors without instructions for products of integers compute it faster. Throws `provider-failed` for a
 * damaged file, and what writing throws.
 */
export async function plainModel(
  engine: EngineModel,
  { model }: Pick<InstalledModel, 'model'>,
  folder: string,
): Promise<EngineModel | undefined> {
  const file = modelFile(engine);
  if (file === undefined) return undefined;
  const sum = model.files.find((one) => one.path === path.basename(file))?.sha256.slice(0, 16) ?? 'unknown';
  const plainFile = path.join(folder, `plain-${version}-${sum}.onnx`);
  if (!(await exists(plainFile))) {
    const pieces = plainPieces(await readFile(file), model.id);
    if (!pieces) return undefined;
    await writeFileAtomic(plainFile, Buffer.concat(pieces), { makeFolder: true });
  }
  return Object.fromEntries(Object.entries(engine).map(([kind, one]) => [kind, { ...one, model: plainFile }]));
}

/** Removes the file of a plain model. */
export async function removePlainModel(plain: EngineModel): Promise<void> {
  const file = modelFile(plain);
  if (file !== undefined) await rm(file, { force: true });
}

/** Reports whether a model computes with integers, as far as its file can be read. */
export async function hasIntegers(engine: EngineModel): Promise<boolean> {
  const file = modelFile(engine);
  const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  return bytes?.includes('QuantizeLinear') ?? false;
}

/** Returns the path of the graph, for models that are one graph. */
function modelFile(engine: EngineModel): string | undefined {
  const file = Object.values(engine)[0]?.['model'];
  return typeof file === 'string' ? file : undefined;
}

function plainPieces(model: Buffer, id: string): readonly Buffer[] | undefined {
  try {
    return plainGraph(model);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new AudiobookError(
      'provider-failed',
      `The installed voice ${id} is damaged. Install it again: 'audiobook voices install ${id}'.`,
      { cause: thrown },
    );
  }
}
