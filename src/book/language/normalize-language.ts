import { languageByName, parseLanguage } from '../../core/language.ts';

/** Country codes and native names that books declare in place of a language code. */
const mistakes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jp: 'ja',
    cn: 'zh',
    tw: 'zh-TW',
    kr: 'ko',
    gr: 'el',
    cz: 'cs',
    dk: 'da',
    ua: 'uk',
    us: 'en-US',
    gb: 'en-GB',
    deutsch: 'de',
    français: 'fr',
    español: 'es',
    italiano: 'it',
  }),
);

/** Returns a declared language as a BCP-47 tag (`EN_us`: `en-US`, `jp`: `ja`, `German`: `de`), or undefined if it is unknown. */
export function normalizeLanguage(declared: string): string | undefined {
  const [primary = '', ...rest] = declared.trim().toLowerCase().split(/[-_]/u);
  // Names have at least four letters (`thai`). The list of them is made when it is first used.
  const corrected = mistakes.get(primary) ?? (primary.length > 3 ? languageByName(primary) : undefined);
  return parseLanguage(corrected === undefined ? declared : [corrected, ...rest].join('-'));
}
