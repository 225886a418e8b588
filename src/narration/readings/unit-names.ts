/** Amounts whose units have different names in some languages: one, few, many and a part. */
const amounts = [1, 2, 5, 1.5];

/** Ways to write the names of units. */
export type UnitDisplay = 'long' | 'short';

/** Returns the names of a unit of `Intl.NumberFormat` in a language, in small letters: mile, miles, and as `short` mi. */
export function unitNames(unit: string, base: string, unitDisplay: UnitDisplay): string[] {
  const [locale] = Intl.NumberFormat.supportedLocalesOf(base);
  // Metres and meters.
  const locales = locale === 'en' ? ['en-US', 'en-GB'] : locale === undefined ? [] : [locale];
  return locales.flatMap((each) => {
    const format = new Intl.NumberFormat(each, { style: 'unit', unit, unitDisplay });
    return amounts.map((amount) => {
      const parts = format.formatToParts(amount).filter(({ type }) => type === 'unit');
      return parts
        .map(({ value }) => value)
        .join(' ')
        .toLowerCase();
    });
  });
}
