import { readFile } from 'node:fs/promises';
import { systemCode } from '../../core/errors.ts';
import type { Availability } from '../provider.ts';

const setting = 'GOOGLE_APPLICATION_CREDENTIALS';

/** Returns whether a credentials file looks valid. Called before the client is created: the SDK ends the process when it is not. */
export async function checkGoogleCredentials(file: string | undefined): Promise<Availability> {
  if (file === undefined) return unavailable('is not set');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    return unavailable(`names a file that cannot be read (${systemCode(thrown)}): ${file}`);
  }
  const fields = parseObject(text);
  if (!fields) return unavailable(`names a file that is not a JSON object: ${file}`);
  const required = fields.get('type') === 'service_account' ? ['client_email', 'private_key'] : ['type'];
  const missing = required.filter((name) => typeof fields.get(name) !== 'string' || fields.get(name) === '');
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
