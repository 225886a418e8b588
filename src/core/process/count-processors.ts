import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

/** Places of the control groups of Linux, all below one root. */
const membershipFile = 'proc/self/cgroup';
/** The second of each is where version 1 has the controller for processors. */
const cpuFolders = ['sys/fs/cgroup', 'sys/fs/cgroup/cpu', 'sys/fs/cgroup/cpu,cpuacct'];

/**
 * Returns the number of processors that this process may use at the same time, at least one: those of the machine that it may run
 * on, and no more than the time that its control group has (`docker run --cpus`, a limit of Kubernetes, `CPUQuota=` of systemd).
 * Node counts that time only since version 23. `root` is for tests.
 */
export function countProcessors(root = '/', processors = availableParallelism()): number {
  const groups = [...groupsOf(readLines(path.join(root, membershipFile)))];
  const quotas = cpuFolders.flatMap((folder) =>
    groups.flatMap((group) => quotaOf(path.join(root, folder, group)) ?? []),
  );
  return Math.max(1, Math.min(processors, ...quotas.map((quota) => Math.ceil(quota))));
}

/** Yields the groups of this process with all above them: the smallest quota counts. A container has its own as the root. */
function* groupsOf(lines: readonly string[]): Generator<string, void, undefined> {
  yield '/';
  for (const line of lines) {
    const [, controllers = '', group = '/'] = /^\d+:([^:]*):(.*)$/u.exec(line) ?? [];
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    for (let folder = group; folder !== path.dirname(folder); folder = path.dirname(folder)) yield folder;
  }
}

/** Returns the processors that a group has time for, or undefined without a quota. */
function quotaOf(folder: string): number | undefined {
  const [v2 = ''] = readLines(path.join(folder, 'cpu.max'));
  const [v1Quota = ''] = readLines(path.join(folder, 'cpu.cfs_quota_us'));
  const [v1Period = ''] = readLines(path.join(folder, 'cpu.cfs_period_us'));
  const [quota = '', period = ''] = v2 === '' ? [v1Quota, v1Period] : v2.split(' ');
  const count = Number(quota) / Number(period);
  // Without a quota it is `max` in version 2 and -1 in version 1.
  return Number.isFinite(count) && count > 0 ? count : undefined;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // No Linux, or no such controller.
    return [];
  }
}
