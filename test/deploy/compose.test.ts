import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { composeComplaints } from './compose-complaints.ts';
import { deployFile, deployText } from './deploy-file.ts';

describe('deploy/compose.yaml', () => {
  it('follows the Compose specification', async () => {
    expect(composeComplaints(deployFile('compose.yaml'))).toEqual([]);
    const wrong = path.join(await temporaryFolder(), 'compose.yaml');
    await writeFile(wrong, (await deployText('compose.yaml')).replace('pids_limit: 512', 'pids_limits: 512'));
    expect(composeComplaints(wrong)).toEqual([expect.stringContaining('/services/audiobook')]);
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
