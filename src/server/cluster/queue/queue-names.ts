/** Name of the queue of books. Each of its jobs reads a book, waits until it is spoken, and finishes it. */
export const booksQueue = 'audiobook-books';

/** Returns the name of the queue of what a provider speaks. Each of its jobs speaks a part of a book. */
export function speechQueue(provider: string): string {
  return `audiobook-speech-${provider}`;
}

/** Returns the name of the queue of the scripts that a service of language models writes. Each of its jobs writes those of some chapters. */
export function scriptsQueue(service: string): string {
  return `audiobook-scripts-${service}`;
}

/** Name of the queue of the job that looks for books that are in no queue. */
export const careQueue = 'audiobook-care';
