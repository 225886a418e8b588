import { dependencyVersion } from '../../dependency-version.ts';

/** Returns the version of the engine, or `none` when it is not installed. */
export async function engineVersion(): Promise<string> {
  return (await dependencyVersion('sherpa-onnx-node')) ?? 'none';
}
