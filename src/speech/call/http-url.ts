import { AudiobookError } from '../../core/errors.ts';

/** A setting's value as an http(s) address; `http://` may be left out. Throws `bad-value` with an example. */
export function httpUrl(value: string, setting: string, example: string): URL {
  const text = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new AudiobookError('bad-value', `${setting} is '${value}'; wanted an address like ${example}.`);
}
