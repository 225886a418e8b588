import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { AudiobookError, invalidValue } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { queueKeySetting } from './queue-settings.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const minKeyLength = 16;

/** Hides the passwords of books from those who can read the queue. */
export class PasswordSeal {
  readonly #key: Buffer | undefined;

  /** Throws `bad-value` for a key that is too short. */
  constructor(settings: Settings) {
    const text = settings.get(queueKeySetting);
    if (text !== undefined && text.length < minKeyLength) {
      throw invalidValue(queueKeySetting.name, '***', `${minKeyLength} characters or more`);
    }
    // A fixed salt: all processes must find the same key.
    this.#key = text === undefined ? undefined : scryptSync(text, 'audiobook-queue', 32);
  }

  /** Returns the password of a job encrypted, for no other job. Throws `bad-value` without a key. */
  seal(password: string, id: string): string {
    if (!this.#key) {
      const message = `A book with a password needs ${queueKeySetting.name}, the same for all fronts and workers.`;
      throw new AudiobookError('bad-value', message);
    }
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(id));
    const hidden = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64');
  }

  /** Returns the password of a job. Throws `bad-value` when it was encrypted with another key. */
  open(sealed: string, id: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      if (!this.#key) throw new Error('There is no key.');
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    } catch (cause) {
      const message = `The password of the book cannot be read: ${queueKeySetting.name} is not the same on all machines.`;
      throw new AudiobookError('bad-value', message, { cause });
    }
  }
}
