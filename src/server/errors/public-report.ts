import type { ConversionReport } from '../../pipeline/output/report.ts';
import type { Redact } from './failure.ts';

/** The report without the places of this machine, and what others said in it without secrets (contract 2). */
export function publicReport(report: ConversionReport, redact: Redact): Record<string, unknown> {
  const { file: _file, ...book } = report.book;
  const files = report.files.map(({ path: _path, ...file }) => file);
  const chapters = report.narration?.chapters.map(({ scriptFile: _scriptFile, ...chapter }) => chapter);
  return {
    ...report,
    book,
    files,
    gaps: report.gaps.map((gap) => ({ ...gap, reason: redact(gap.reason) })),
    warnings: report.warnings.map(redact),
    ...(report.narration && { narration: { ...report.narration, chapters } }),
  };
}
