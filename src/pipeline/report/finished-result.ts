import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { EarlierParts } from '../../audio/encoding/parts/encoded-part.ts';
import type { EarlierFile } from '../../audio/encoding/parts/earlier-files.ts';
import { openEarlierAudio } from '../../audio/earlier-audio.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { ConversionRequest } from '../conversion.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Fingerprint, FingerprintSources } from './fingerprint.ts';
import { reportPath } from '../output/output-paths.ts';
import type { ConversionReport } from './report.ts';
import { canBeRetagged, retagResult } from './retag-result.ts';
import type { RetagTools } from './retag-result.ts';

const partsSchema = z.array(
  z.object({ key: z.string(), frame: z.int().min(0), frames: z.int().min(0), sha256: z.string() }),
);

/** The part of a report that says whether its result is complete and unchanged. Reports of earlier versions lack it. */
const finishedSchema = z.object({
  version: z.literal(1),
  complete: z.boolean(),
  output: z.string(),
  fingerprint: z.object({ audio: z.string(), tags: z.string() }),
  files: z
    .array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string(), parts: partsSchema.optional() }))
    .min(1),
  hearing: z.object({ finished: z.object({ altered: z.array(z.unknown()) }).optional() }).optional(),
});

/** The result of an earlier run, whose files are being compared with its report. Disposed of, that ends. */
export interface FinishedResult extends Disposable {
  /** Whether there is one, changed or not. */
  readonly exists: boolean;
  /**
   * Returns and announces its report when a run with these sources would make the same audio, and all files are unchanged. Other
   * tags, or another cover, are written into the files.
   */
  reportFor(sources: FingerprintSources, tools: RetagTools): Promise<ConversionReport | undefined>;
  /** Returns the encoded audio of its files when all of them are unchanged and as they should be. To be disposed of. */
  encoded(): Promise<(EarlierParts & AsyncDisposable) | undefined>;
}

/**
 * Finds the result of an earlier run and begins to compare its files, which takes about as long as reading the book. The
 * content of the files decides, not their times. A folder may have been moved with its report.
 */
export async function findFinishedResult(
  { output, format, freshScripts, stream }: Pick<ConversionRequest, 'output' | 'format' | 'freshScripts' | 'stream'>,
  signal: AbortSignal,
): Promise<FinishedResult> {
  const stop = new AbortController();
  const text = freshScripts || stream !== undefined ? '' : await readFile(reportPath(output), 'utf8').catch(() => '');
  const made = parseFinished(text, output);
  const comparing = made && areIntact(made.files, AbortSignal.any([signal, stop.signal]));
  const encoded = made && encodedFiles(made);
  return {
    exists: made !== undefined,
    async reportFor(sources, tools) {
      if (made === undefined) return undefined;
      const fingerprint = await fingerprintOf(sources, tools);
      const isSame = fingerprint.tags === made.fingerprint.tags;
      const isUsable = isSameAudio(made, fingerprint) && (isSame || canBeRetagged(sources.request));
      if (!isUsable && !encoded?.length) stop.abort();
      if (!isUsable || !(await comparing)) return undefined;
      const report = movedReport(text, made);
      if (!isSame) return await retagResult({ report, fingerprint, sources }, tools);
      tools.log.onProgress({ type: 'result-unchanged', path: made.output });
      return { ...report, unchanged: true };
    },
    encoded: async () => (encoded?.length && (await comparing) ? openEarlierAudio(format, encoded) : undefined),
    [Symbol.dispose]: () => stop.abort(),
  };
}

type Finished = z.infer<typeof finishedSchema>;

/** A result with gaps may be completed by another run. */
function isSameAudio({ complete, fingerprint }: Finished, { audio }: Fingerprint): boolean {
  return complete && fingerprint.audio === audio;
}

/** Returns the facts of a report with the places that the files have now. */
function parseFinished(text: string, output: string): Finished | undefined {
  const parsed = finishedSchema.safeParse(parseJson(text));
  if (!parsed.success || path.basename(parsed.data.output) !== path.basename(output)) return undefined;
  const [place, before] = [path.dirname(path.resolve(output)), path.dirname(parsed.data.output)];
  const files = parsed.data.files.map((file) => ({
    ...file,
    path: path.resolve(place, path.relative(before, file.path)),
  }));
  return { ...parsed.data, output: path.resolve(output), files };
}

/** An encoder that lost sound in one place may have lost more in others. */
function encodedFiles({ files, hearing }: Finished): EarlierFile[] {
  if (hearing?.finished?.altered.length) return [];
  return files.flatMap(({ path: file, parts = [] }) => (parts.length > 0 ? [{ path: file, parts }] : []));
}

function movedReport(text: string, { output, files }: Finished): ConversionReport {
  // Its fingerprint holds the version of the program, so that it is as this version writes it.
  const report: ConversionReport = JSON.parse(text);
  const moved = report.files.map((file, index) => ({ ...file, path: files[index]?.path ?? file.path }));
  return { ...report, output, files: moved };
}

async function areIntact(files: Finished['files'], signal: AbortSignal): Promise<boolean> {
  for (const { path: file, bytes, sha256 } of files) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true || found.size !== bytes) return false;
    const hash = await fileSha256(file, signal).catch(() => undefined);
    if (hash !== sha256) return false;
  }
  return true;
}
