import type { Settings } from '../../../core/settings.ts';
import { localModelAddress } from '../../../pipeline/script/list-models.ts';
import { RequestError } from '../../errors/request-error.ts';

/** Throws `malformed` for an address that callers may not choose (docs/specification.md, "Language models"). */
export function checkLlmHost(address: string, listed: readonly string[] | undefined, settings: Settings): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && isAllowed(url, listed, settings)) return;
  const message = `Field 'llm_base_url': host '${url?.host ?? address}' is not allowed (AUDIOBOOK_LLM_HOSTS).`;
  throw new RequestError('malformed', message);
}

function isAllowed(url: URL, listed: readonly string[] | undefined, settings: Settings): boolean {
  const { protocol, hostname, port, origin, username, password } = url;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  // `URL` drops the default port of the protocol; the list may contain it.
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const isKnown = listed
    ? listed.includes(hostname) || listed.includes(withPort)
    : origin === configuredOrigin(settings);
  return isHttp && isKnown && username === '' && password === '';
}

/** Returns the origin of the address that is called, in which `0.0.0.0` and a missing port are already replaced. */
function configuredOrigin(settings: Settings): string | undefined {
  try {
    return new URL(localModelAddress(settings)).origin;
  } catch {
    // An invalid setting allows no host, and its value is not for callers.
    return undefined;
  }
}
