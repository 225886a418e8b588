import { readFile } from 'node:fs/promises';
import { systemCode } from '../../core/errors.ts';
import type { Availability } from '../provider.ts';

const setting = 'GOOGLE_APPLICATION_CREDENTIALS';

/** Whether a credentials file can be what it should be. Asked before the client is made: with bad ones the SDK ends the process. */
export async function checkCredentials(file: string | undefined): Promise<Availability> {
  if (file === undefined) return unavailable('is not set');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    return unavailable(`names a file that cannot be read (${systemCode(thrown)}): ${file}`);
  }
  const fields = parseObject(text);
  if (!fields) return unavailable(`names a file that is no JSON object: ${file}`);
  const wanted = fields.get('type') === 'service_account' ? ['client_email', 'private_key'] : ['type'];
  const missing = wanted.filter((name) => typeof fields.get(name) !== 'string' || fields.get(name) === '');
  if (missing.length > 0) return unavailable(`names a file without ${missing.join(' and ')}: ${file}`);
  return { available: true };
}

function unavailable(reason: string): Availability {
  return { available: false, reason: `${setting} ${reason}` };
}

function parseObject(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
