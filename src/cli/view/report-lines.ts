import path from 'node:path';
import type { ConversionReport } from '../../pipeline/report/report.ts';

/** Reports whether an audiobook has all of its text, and conforms to ACX if that was asked for. */
export function isWhole({ complete, acx }: ConversionReport): boolean {
  return complete && acx === undefined;
}

/** Returns the files of an audiobook, one path per line, for a script to take. The cover beside chapter files is not listed. */
export function fileLines(report: ConversionReport): string {
  return report.files.flatMap(({ path: file, kind }) => (kind === 'cover' ? [] : `${file}\n`)).join('');
}

/** Returns the line about a converted book. */
export function doneLine(name: string, report: ConversionReport): string {
  const [first, ...others] = report.files.filter(({ kind }) => kind !== 'cover');
  const made = first === undefined ? 'nothing' : first.path;
  const more = others.length === 0 ? '' : ` and ${others.length} more in ${path.dirname(made)}`;
  return `${name}: ${made}${more}${isWhole(report) ? '' : ' (not complete, see its report)'}`;
}
