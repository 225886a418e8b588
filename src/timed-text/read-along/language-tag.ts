const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** A language code as BCP-47 has it; `und` when it is none. */
export function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(languageTag(language)).maximize();
  return rightToLeft.has(script ?? '') ? 'rtl' : 'ltr';
}
