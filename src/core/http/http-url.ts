import { invalidValue } from '../errors.ts';

/** Returns the value of a setting as an http(s) address; `http://` may be left out. Throws `bad-value`. */
export function httpUrl(value: string, setting: string, example: string): URL {
  const text = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw invalidValue(setting, value, `an address, for example ${example}`);
}
