import type { ObjectInfo, OpenObject, OpenOptions } from '../../../storage/storage.ts';

/** The files of a job on this machine and in the place where they are kept. */
export interface JobFolder {
  readonly id: string;
  /** Folder of the job on this machine, laid out by `jobPaths`. */
  readonly folder: string;
}

/** The files of jobs where they are kept. Paths are those in the folder of a job, such as `result/book.m4b`. */
export interface Files {
  /** Whether they are kept in the folders of jobs on this machine. */
  readonly areHere: boolean;
  /** Returns what is known of a file, or undefined when there is none. */
  stat(id: string, file: string, signal: AbortSignal): Promise<ObjectInfo | undefined>;
  /** Opens a file, or returns undefined when there is none. */
  open(id: string, file: string, options: OpenOptions): Promise<OpenObject | undefined>;
  /** Brings a file, or all files below a folder, to this machine. Returns the number of files that came. */
  fetch(job: JobFolder, place: string, signal: AbortSignal): Promise<number>;
  /** Keeps a file, or all files below a folder, as they are on this machine. */
  put(job: JobFolder, place: string, signal: AbortSignal): Promise<void>;
  /** Removes a file or a folder of a job; without a place, everything but the record. */
  remove(id: string, place: string | undefined, signal: AbortSignal): Promise<void>;
  /** Removes everything that belongs to a job. */
  removeAll(id: string, signal: AbortSignal): Promise<void>;
}
