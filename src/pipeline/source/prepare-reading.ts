import { startReaderEarly } from '../../book/reader-process.ts';

/** Starts the process that reads the next book while the program loads what a conversion needs. */
export async function prepareReading(): Promise<void> {
  await startReaderEarly();
}
