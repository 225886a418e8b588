import type encodeQR from 'qr';

/** Modules of light around a code, without which cameras do not see it (ISO/IEC 18004). Two are enough for a screen. */
const quietModules = 2;
/** Dark on light whatever the colours of the terminal are. */
const [colours, reset] = ['\u001B[30;107m', '\u001B[0m'];

/** Draws a QR code of a text for a terminal, two rows in a line. Undefined when it is wider than `columns`. */
export async function qrCode(text: string, columns: number): Promise<string | undefined> {
  const { default: encode }: { default: typeof encodeQR } = await import('qr');
  const rows = encode(text, 'raw', { ecc: 'low', border: quietModules });
  if ((rows[0]?.length ?? 0) > columns) return undefined;
  const lines = rows.flatMap((row, index) => (index % 2 === 0 ? [lineOf(row, rows[index + 1] ?? [])] : []));
  return lines.map((line) => `${colours}${line}${reset}\n`).join('');
}

function lineOf(upper: readonly boolean[], lower: readonly boolean[]): string {
  return upper.map((isDark, at) => blockOf(isDark, lower[at] === true)).join('');
}

function blockOf(isUpperDark: boolean, isLowerDark: boolean): string {
  if (isUpperDark) return isLowerDark ? '█' : '▀';
  return isLowerDark ? '▄' : ' ';
}
