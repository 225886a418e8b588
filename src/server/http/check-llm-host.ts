import type { Settings } from '../../core/settings.ts';
import { localModelAddress } from '../../pipeline/queries/list-models.ts';
import { RequestError } from '../errors/request-error.ts';

/** Throws `malformed` for an address that this service may not call for others (contract 5). */
export function checkLlmHost(address: string, listed: readonly string[] | undefined, settings: Settings): void {
  const { protocol, host, hostname, port, origin, username, password } = new URL(address);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  // An address forgets a port that is its protocol's own; a list does not.
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const isAllowed = listed
    ? listed.includes(hostname) || listed.includes(withPort)
    : origin === configuredOrigin(settings);
  if (isHttp && isAllowed && username === '' && password === '') return;
  throw new RequestError(
    'malformed',
    `Field 'llm_base_url': the host '${host}' is not allowed here (AUDIOBOOK_LLM_HOSTS).`,
  );
}

/** Of the address that is called, not of the setting: `0.0.0.0` and a missing port are filled in as they are for the call. */
function configuredOrigin(settings: Settings): string | undefined {
  try {
    return new URL(localModelAddress(settings)).origin;
  } catch {
    // A setting that is no address allows nothing; what it says is nothing to tell a caller.
    return undefined;
  }
}
