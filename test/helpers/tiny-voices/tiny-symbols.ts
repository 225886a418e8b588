import type { ModelKind } from '../../../src/voice-models/voice-model.ts';

/** The alphabet and the sound of a kind of tiny voice. */
export interface TinySound {
  /** In Hz. */
  readonly rate: number;
  /** Samples of one token. */
  readonly frame: number;
  /** Symbols by token id. */
  readonly symbols: readonly string[];
  /** Token ids that are digital silence: pads, begin, end, space. */
  readonly silent: readonly number[];
}

/** Number of the cosine of a token: token 0 has this one. */
export const firstTone = 20;
/** Number of the pilot of speaker 0. */
export const firstPilot = 4;
/** Speakers that the pilot tells apart. */
export const pilots = 16;

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}

/** What espeak-ng's IPA can hold; few enough that every tone is below half the sample rate. */
const ipa = [
  ...range(0x21, 0x7e),
  ...range(0x2_50, 0x2_af),
  ...Array.from('¡¿«»„“”‘’—…æçðøħŋœǀǁǂǃβεθχʰʲʷʼˈˌːˑ˞ˠˡˤ˥˦˧˨˩ᵻᵊᵝ↑↓→↗↘'),
  ...Array.from(
    '\u0303\u0306\u030A\u030D\u031A\u031E\u031F\u0320\u0325\u0329\u032A\u032F\u0330\u0334\u0339\u0358\u035C\u0361',
  ),
];

/** What the Supertonic tiny voice reads: European letters, kana, Hangul in parts, marks. */
const characters = [
  '\uFFFD',
  ' ',
  ...[
    [0x21, 0x7e],
    [0xa1, 0xbf],
    [0x3_00, 0x3_45],
    [0x3_70, 0x3_ff],
    [0x4_00, 0x4_ff],
    [0x6_21, 0x6_52],
  ].flatMap(([from = 0, to = 0]) => range(from, to)),
  ...[
    [0x9_01, 0x9_4d],
    [0x11_00, 0x11_12],
    [0x11_61, 0x11_75],
    [0x11_a8, 0x11_c2],
    [0x20_18, 0x20_1f],
  ].flatMap(([from = 0, to = 0]) => range(from, to)),
  ...range(0x30_01, 0x30_11),
  ...range(0x30_41, 0x30_ff),
];

/** Returns the alphabet and the sound of a kind. */
export function tinySound(kind: ModelKind): TinySound {
  if (kind === 'supertonic') return { rate: 44_100, frame: 3072, symbols: characters, silent: [1] };
  if (kind === 'piper') {
    return { rate: 22_050, frame: 772, symbols: [...new Set(['_', '^', '$', ' ', ...ipa])], silent: [0, 1, 2, 3] };
  }
  return { rate: 24_000, frame: 1680, symbols: [...new Set(['$', ' ', ';', ':', ...ipa])], silent: [0, 1] };
}
