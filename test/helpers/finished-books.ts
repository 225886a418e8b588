import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jobPaths, makeJobFolders, newJobId, writeJobRecord } from '../../src/server/jobs/job-paths.ts';
import type { JobRecord } from '../../src/server/jobs/job-record.ts';

/** What a finished book is made of. */
export interface FinishedBook {
  readonly title: string;
  readonly authors?: readonly string[];
  readonly owner?: string;
  readonly keep?: true;
  readonly seconds?: number;
  readonly endedMs?: number;
  /** Contents of its files, by name. Default: one MP3 of some bytes. */
  readonly files?: Readonly<Record<string, string>>;
}

const mediaTypes: Readonly<Record<string, string>> = { '.mp3': 'audio/mpeg', '.m4b': 'audio/mp4' };

/** Writes finished jobs to the folder of all jobs, as an earlier service left them, and returns their ids. */
export async function writeFinishedBooks(
  jobsFolder: string,
  books: readonly FinishedBook[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, book] of books.entries()) {
    const id = newJobId();
    const paths = jobPaths(jobsFolder, id);
    const contents = Object.entries(book.files ?? { 'book.mp3': 'not really audio' });
    const seconds = (book.seconds ?? 60) / contents.length;
    const files = contents.map(([name, text]) => ({
      file: name,
      name,
      mediaType: mediaTypes[path.extname(name)] ?? 'text/vtt',
      bytes: Buffer.byteLength(text),
      kind: 'audio',
    }));
    const endedMs = book.endedMs ?? Date.UTC(2026, 0, 1) + index * 1000;
    const record: JobRecord = {
      version: 1,
      id,
      kind: 'synthesize',
      state: 'done',
      createdMs: endedMs,
      endedMs,
      starts: 0,
      waitedFor: false,
      owner: book.owner,
      keep: book.keep,
      upload: { name: `${index}.epub`, bytes: 1 },
      fields: {},
      warnings: [],
      result: files[0],
      files,
      report: {
        book: { title: book.title, authors: book.authors ?? ['Ada Example'], language: 'en' },
        seconds: book.seconds ?? 60,
        voice: 'af_heart',
        chapters: [{ title: 'One', startMs: 0 }],
        files: files.map(() => ({ seconds })),
      },
    };
    await makeJobFolders(paths);
    for (const [name, text] of contents) await writeFile(path.join(paths.result, name), text);
    await writeJobRecord(paths, record);
    ids.push(id);
  }
  return ids;
}
