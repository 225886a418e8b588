import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countProcessors } from '../../src/core/process/count-processors.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function systemWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  return root;
}

describe('countProcessors', () => {
  it.each([
    ['a machine without control groups', {}, 32],
    [
      'a container with half a processor',
      { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '50000 100000\n' },
      1,
    ],
    ['a container with 2.5', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '250000 100000\n' }, 3],
    ['a container without a limit', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': 'max 100000\n' }, 32],
    ['more than there are', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '6400000 100000\n' }, 32],
    [
      'a service of systemd, whose slice has less',
      {
        'proc/self/cgroup': '0::/system.slice/audiobook.service\n',
        'sys/fs/cgroup/system.slice/cpu.max': '200000 100000\n',
        'sys/fs/cgroup/system.slice/audiobook.service/cpu.max': '400000 100000\n',
      },
      2,
    ],
    [
      'version 1 in a container, which sees the group of the host',
      {
        'proc/self/cgroup': '5:memory:/docker/ab\n4:cpu,cpuacct:/docker/ab\n',
        'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '150000\n',
        'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
      },
      2,
    ],
    [
      'version 1 without a limit',
      {
        'proc/self/cgroup': '1:cpu:/\n',
        'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
        'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      },
      32,
    ],
  ])('counts those of %s', async (_name, files, expected) => {
    expect(countProcessors(await systemWith(files), 32)).toBe(expected);
  });
});
