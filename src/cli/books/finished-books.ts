import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../core/http/parse-json.ts';

/** The part of a report that identifies a finished audiobook. */
const reportSchema = z.object({
  complete: z.literal(true),
  output: z.string(),
  book: z.object({ sha256: z.string() }),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })).min(1),
});

const reportEnd = '.report.json';
/** A report lists every chapter, and no more than that. */
const maxReportBytes = 20_000_000;

/**
 * Returns the finished audiobooks in a folder and `depth - 1` levels of folders below it, by the SHA-256 of their books. An
 * audiobook is finished when its report says so and its files are as the report lists them. Links are not followed.
 */
export async function finishedBooks(folder: string, depth: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 1 && !entry.name.startsWith('.')) {
      for (const [book, output] of await finishedBooks(place, depth - 1)) found.set(book, output);
    }
    const report = entry.isFile() && entry.name.endsWith(reportEnd) ? await readReport(place) : undefined;
    if (report && (await isWhole(report, place))) found.set(report.book.sha256, place.slice(0, -reportEnd.length));
  }
  return found;
}

type FinishedReport = z.infer<typeof reportSchema>;

async function readReport(file: string): Promise<FinishedReport | undefined> {
  const size = await stat(file).then(
    (found) => found.size,
    () => Infinity,
  );
  if (size > maxReportBytes) return undefined;
  const parsed = reportSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')));
  return parsed.success ? parsed.data : undefined;
}

/** Folders may have been moved as a whole. */
async function isWhole({ files, output }: FinishedReport, reportFile: string): Promise<boolean> {
  for (const file of files) {
    const here = path.resolve(path.dirname(reportFile), path.relative(path.dirname(output), file.path));
    const found = await stat(here).catch(() => undefined);
    if (found?.size !== file.bytes) return false;
  }
  return true;
}
