import { z } from 'zod';

/** A schema of whole numbers with inclusive limits. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): z.ZodType<number> {
  return z.coerce.number().int().min(min).max(max);
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const durationPattern = /^(\d+(?:\.\d+)?)([smhd]?)$/u;

/** A duration in seconds: `90s`, `5m`, `1h` or `30d`. A number without a unit is seconds. */
export const durationSchema = z
  .string()
  .trim()
  .regex(durationPattern)
  .transform((text) => {
    const [, amount, unit] = durationPattern.exec(text) ?? [];
    return Number(amount) * (unitSeconds[unit || 's'] ?? 1);
  });

/** Completes "Expected …" for `durationSchema`. */
export const expectedDuration = 'a duration such as 90s, 5m or 1h';

const unitBytes: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const sizePattern = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])?b)?$/iu;

/** A size in bytes: `500MB` or `1.5 GB`, in powers of 1000. A number without a unit is bytes. */
export const sizeSchema = z
  .string()
  .trim()
  .regex(sizePattern)
  .transform((text) => {
    const [, amount, unit = ''] = sizePattern.exec(text) ?? [];
    return Number(amount) * (unitBytes[unit.toLowerCase()] ?? 1);
  });

/** A longest wait in milliseconds, given as a duration. 0 is a wait without end. */
export const patienceSchema = durationSchema.transform((seconds) => (seconds === 0 ? Infinity : seconds * 1000));

/** Completes "Expected …" for `patienceSchema`. */
export const expectedPatience = `${expectedDuration}, or 0 to wait without end`;

/** A BCP-47 language code. Its parts are checked for their form alone. */
export const languageSchema = z.string().regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}$/u);

/** Completes "Expected …" for `languageSchema`. */
export const expectedLanguage = 'a BCP-47 language code, for example en or pt-BR';

/** A text that `check` accepts. `check` throws an `AudiobookError` for any other. */
export function checkedText(maxLength: number, check: (text: string) => unknown): z.ZodType<string, string> {
  return z
    .string()
    .max(maxLength)
    .transform((text) => {
      check(text);
      return text;
    });
}
