import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { deployFile, deployText } from './deploy-file.ts';

/** The types of dclint cannot be resolved by Node's rules. */
interface Linted {
  readonly messages: readonly { readonly message: string }[];
}

/** Checks a file against the JSON schema of the Compose specification and the rules of dclint. */
function complaintsAbout(file: string): readonly string[] {
  // The keys of a service are grouped by meaning, as in the examples of the specification.
  const linter = new DCLinter({ rules: { 'service-keys-order': 0 }, quiet: false, debug: false, exclude: [] });
  const linted: readonly Linted[] = linter.lintFiles([file], false);
  return linted.flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe('deploy/compose.yaml', () => {
  it('follows the Compose specification', async () => {
    expect(complaintsAbout(deployFile('compose.yaml'))).toEqual([]);
    const wrong = path.join(await temporaryFolder(), 'compose.yaml');
    await writeFile(wrong, (await deployText('compose.yaml')).replace('pids_limit: 512', 'pids_limits: 512'));
    expect(complaintsAbout(wrong)).toEqual([expect.stringContaining('/services/audiobook')]);
  });

  it('starts the service with a voice and a language model, on this machine only, and limits what it may do', async () => {
    const { services, volumes } = parse(await deployText('compose.yaml'));
    expect(Object.keys(services)).toEqual(['audiobook', 'kokoro', 'ollama']);
    expect(services.audiobook).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:8000:8000'],
      depends_on: ['kokoro', 'ollama'],
    });
    expect(Object.keys(volumes)).toEqual(['audiobook', 'ollama']);
  });
});
