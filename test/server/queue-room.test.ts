import path from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Usage } from '../../src/server/access/usage.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../src/server/jobs/job-record.ts';
import { FolderRecords } from '../../src/server/jobs/local/folder-records.ts';
import { QueueRoom } from '../../src/server/jobs/queue-room.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function openRoom(queueLength: number) {
  const folder = await temporaryFolder();
  const records = await FolderRecords.open(folder, pino({ enabled: false }));
  const usage = new Usage(path.join(folder, 'usage.json'), () => ({ jobs: 1 }), []);
  const room = new QueueRoom({ records, queue: { slots: 0 }, limits: { queueLength }, usage });
  const create = async (id: string, owner?: string): Promise<void> => {
    await makeJobFolders(jobPaths(folder, id));
    const upload = { name: 'a.epub', bytes: 1 };
    await records.create({
      record: newJobRecord({ id, kind: 'synthesize', waitedFor: false, owner, upload, fields: {} }),
    });
  };
  return { room, create };
}

it('a job takes one place while its record is made, and after it', async () => {
  const { room, create } = await openRoom(2);
  const id = newJobId();
  using _place = await room.reserve({ id, owner: undefined });
  await create(id);
  using _other = await room.reserve({ id: newJobId(), owner: undefined });
  await expect(room.require(undefined)).rejects.toMatchObject({ code: 'busy' });
});

it('requests that come at the same time have one quota together, and owners have their own', async () => {
  const { room, create } = await openRoom(9);
  const places = ['ann', 'ann', 'bob'].map((owner) => ({ id: newJobId(), owner }));
  const reserved = await Promise.allSettled(places.map(async (place) => await room.reserve(place)));
  expect(reserved).toMatchObject([
    { status: 'fulfilled' },
    { reason: { code: 'quota-exceeded' } },
    { status: 'fulfilled' },
  ]);
  await create(places[0]?.id ?? '', 'ann');
  await expect(room.require('ann')).rejects.toThrow('1 of your jobs wait or run');
  await expect(room.require('carl')).resolves.toBeUndefined();
});
