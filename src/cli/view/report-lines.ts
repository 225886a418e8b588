import path from 'node:path';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { ProcessContext } from '../process-context.ts';

/** Reports whether an audiobook has all of its text, is directed as asked for, and conforms to ACX if that was asked for. */
export function isWhole({ complete, acx, direction }: ConversionReport): boolean {
  return complete && acx === undefined && direction?.refusal === undefined;
}

/** Prints the files of an audiobook, one path per line, for a script to take, or its report. The cover beside chapter files is not listed. */
export function printReport(
  { stdout }: ProcessContext,
  report: ConversionReport,
  { json, quiet }: { readonly json?: boolean | undefined; readonly quiet?: boolean | undefined },
): void {
  const files = report.files.flatMap(({ path: file, kind }) => (kind === 'cover' ? [] : `${file}\n`));
  if (json) stdout.write(`${JSON.stringify(report)}\n`);
  else if (!quiet) stdout.write(files.join(''));
}

/** Returns the line about a converted book. */
export function doneLine(name: string, report: ConversionReport): string {
  const [first, ...others] = report.files.filter(({ kind }) => kind !== 'cover');
  const made = first === undefined ? 'nothing' : first.path;
  const more = others.length === 0 ? '' : ` and ${others.length} more in ${path.dirname(made)}`;
  return `${name}: ${made}${more}${isWhole(report) ? '' : ' (not complete, see its report)'}`;
}
