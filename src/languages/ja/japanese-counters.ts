/** How a numeral and the word after it are read together, in hiragana. */
export interface CountedReading {
  readonly numeral: string;
  readonly counter: string;
  /** The numeral is the reading of the whole number, and not of its last sign. */
  readonly isWhole?: boolean | undefined;
}

/** Readings of a number and its counter that are words of their own: people, and days of a month. */
const whole: Readonly<Record<string, readonly [string, string]>> = {
  一人: ['ひと', 'り'],
  二人: ['ふた', 'り'],
  二日: ['ふつ', 'か'],
  三日: ['みっ', 'か'],
  四日: ['よっ', 'か'],
  五日: ['いつ', 'か'],
  六日: ['むい', 'か'],
  七日: ['なの', 'か'],
  八日: ['よー', 'か'],
  九日: ['ここの', 'か'],
  十日: ['とー', 'か'],
  二十日: ['はつ', 'か'],
  二十歳: ['はた', 'ち'],
};

/** Numerals before certain counters: four, seven and nine have two readings each. */
const numeralBefore: readonly (readonly [RegExp, string, string])[] = [
  [/^四$/u, '人年円時', 'よ'],
  [/^七$/u, '時月', 'しち'],
  [/^九$/u, '時月', 'く'],
];

/** Counters whose first sound is voiced after three or `何`, as 三階. */
const voicedAfterThree = '階軒羽足';

/** Counters that begin with `h` and are half voiced after three and `何`; others (三本) are voiced. */
const halfVoicedAfterThree = '分泊歩発拍';

/** First sounds of counters before which one, eight and ten end in a stop, and those before which six and a hundred do. */
const voiceless = 'かきくけこさしすせそたちつてとはひふへほ';
const voicelessBack = 'かきくけこはひふへほ';

const stopped: Readonly<Record<string, readonly [string, string]>> = {
  一: ['いっ', voiceless],
  六: ['ろっ', voicelessBack],
  八: ['はっ', voiceless],
  十: ['じゅっ', voiceless],
  百: ['ひゃっ', voicelessBack],
};

/** Hundreds and thousands that change with the numeral before them. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  三百: ['さん', 'びゃく'],
  六百: ['ろっ', 'ぴゃく'],
  八百: ['はっ', 'ぴゃく'],
  何百: ['なん', 'びゃく'],
  一千: ['いっ', 'せん'],
  三千: ['さん', 'ぜん'],
  八千: ['はっ', 'せん'],
  何千: ['なん', 'ぜん'],
  一兆: ['いっ', 'ちょー'],
  八兆: ['はっ', 'ちょー'],
  十兆: ['じゅっ', 'ちょー'],
};

/**
 * Returns how the last numeral of a number and the counter after it are read, in hiragana, or undefined where neither changes. `number` is the whole number
 * in Japanese numerals, `numeral` and `counter` are the usual readings.
 */
export function readCounted(
  number: string,
  counter: string,
  usual: { readonly numeral: string; readonly counter: string },
): CountedReading | undefined {
  const last = number.charAt(number.length - 1);
  const own = whole[number + counter];
  if (own) return { numeral: own[0], counter: own[1], isWhole: true };
  const pair = counter === '日' && last === '四' ? whole['四日'] : units[last + counter];
  if (pair) return { numeral: pair[0], counter: pair[1] };
  if (/^[〇一二三四五六七八九十百千万億兆京]$/u.test(counter)) return undefined;
  const named = numeralBefore.find(([ending, counters]) => ending.test(last) && counters.includes(counter.charAt(0)));
  if (named) return { numeral: named[2], counter: usual.counter };
  const stop = stopped[last];
  if (stop?.[1].includes(usual.counter.charAt(0))) return { numeral: stop[0], counter: halfVoiced(usual.counter) };
  return '三千万何'.includes(last) ? afterNasal(counter, usual) : undefined;
}

function afterNasal(counter: string, usual: CountedReading): CountedReading | undefined {
  if (/^[はひふへほ]/u.test(usual.counter)) {
    const half = halfVoicedAfterThree.includes(counter.charAt(0));
    return { numeral: usual.numeral, counter: half ? halfVoiced(usual.counter) : voiced(usual.counter) };
  }
  if (!voicedAfterThree.includes(counter.charAt(0))) return undefined;
  return { numeral: usual.numeral, counter: usual.counter === 'わ' ? 'ば' : voiced(usual.counter) };
}

function halfVoiced(kana: string): string {
  return kana.replace(/^[はひふへほ]/u, (first) => `${first}\u309A`.normalize('NFC'));
}

function voiced(kana: string): string {
  return `${kana.charAt(0)}\u3099${kana.slice(1)}`.normalize('NFC');
}
