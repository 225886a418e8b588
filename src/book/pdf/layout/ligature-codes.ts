/** Codes of ligatures in an encoding. */
interface Encoding {
  readonly codes: string;
  readonly ligatures: readonly string[];
  /** Its codes are no characters, so that they mean nothing else. */
  readonly isCertain: boolean;
}

const ofTeX = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const encodings: readonly Encoding[] = [
  // OT1 and T1 of TeX.
  { codes: '\x0B\x0C\x0D\x0E\x0F', ligatures: ofTeX, isCertain: true },
  { codes: '\x1B\x1C\x1D\x1E\x1F', ligatures: ofTeX, isCertain: true },
  // Private characters of Adobe.
  { codes: '\uF001\uF002', ligatures: ['fi', 'fl'], isCertain: true },
  // The standard encoding and that of the Macintosh, read as that of Windows.
  { codes: '®¯', ligatures: ['fi', 'fl'], isCertain: false },
  { codes: 'Þß', ligatures: ['fi', 'fl'], isCertain: false },
];

/** Returns the ligatures of codes in well-known encodings. One whose codes are also characters is believed when a code of it is agreed. */
export function ligatureCodes(
  agreed: ReadonlyMap<string, string>,
  codes: readonly string[],
): readonly (readonly [code: string, ligature: string])[] {
  return encodings.flatMap(({ codes: own, ligatures, isCertain }) => {
    const rows = Array.from(own, (code, index) => [code, ligatures[index] ?? ''] as const);
    if (!isCertain && !rows.some(([code, ligature]) => agreed.get(code) === ligature)) return [];
    return rows.filter(([code]) => codes.includes(code));
  });
}
