import { expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { listModels } from '../../src/pipeline/script/list-models.ts';

/** Nothing listens there: the local server is not what is listed. */
const noServer = { OLLAMA_API_URL: 'http://127.0.0.1:9' };

it('lists every commercial model by its alias, and apart those whose vendor has a key', async () => {
  const signal = new AbortController().signal;
  const without = await listModels(settingsFrom([noServer]), signal);
  expect(without.commercial).toContain('api:claude');
  expect(without.withKey).toEqual([]);
  const { withKey } = await listModels(settingsFrom([{ ...noServer, ANTHROPIC_API_KEY: 'invented' }]), signal);
  expect(withKey).toEqual(['api:claude', 'api:claude-opus', 'api:claude-sonnet']);
});
