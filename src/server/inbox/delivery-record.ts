import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { JobPaths } from '../jobs/job-paths.ts';

const schema = z.object({
  /** State of the book in work, which a new copy of the book does not have. */
  book: z.string().optional(),
  /** Folder of the copies until they are whole. */
  temporary: z.string(),
  /** The final path. Absent while the files are made. */
  target: z.string().optional(),
});

/** The files that a delivery is about to make. Paths are absolute. */
export type DeliveryRecord = Readonly<z.infer<typeof schema>>;

/** Returns the record of the last delivery of a job. A damaged one counts as none. */
export async function readDelivery(paths: JobPaths): Promise<DeliveryRecord | undefined> {
  const text = await readFile(fileOf(paths), 'utf8').catch(() => '');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes the record before what it says is made. Throws `output-failed`. */
export async function writeDelivery(paths: JobPaths, record: DeliveryRecord): Promise<void> {
  await writeFileAtomic(fileOf(paths), JSON.stringify(record));
}

function fileOf({ folder }: JobPaths): string {
  return path.join(folder, 'delivery.json');
}
