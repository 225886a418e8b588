import type { Settings } from '../core/settings.ts';
import { localModelAddress } from '../pipeline/list-models.ts';
import { RequestError } from './request-error.ts';

/** Throws `malformed` for an address that this service may not call for others (contract 5). */
export function checkLlmHost(address: string, listed: readonly string[] | undefined, settings: Settings): void {
  const { protocol, host, hostname, username, password } = new URL(address);
  const allowed = listed ?? configuredHosts(settings);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  const isListed = allowed.includes(host) || allowed.includes(hostname);
  if (isHttp && isListed && username === '' && password === '') return;
  throw new RequestError(
    'malformed',
    `Field 'llm_base_url': the host '${host}' is not allowed here (AUDIOBOOK_LLM_HOSTS).`,
  );
}

function configuredHosts(settings: Settings): readonly string[] {
  const address = localModelAddress(settings) ?? '';
  const withScheme = address.includes('://') ? address : `http://${address}`;
  return URL.canParse(withScheme) ? [new URL(withScheme).host] : [];
}
