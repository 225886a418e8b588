import type { Setting } from '../../../core/settings.ts';

/** Key that hides the passwords of books in the queue. */
export const queueKeySetting: Setting = {
  name: 'AUDIOBOOK_QUEUE_KEY',
  description:
    'key of 16 characters or more that fronts and workers share; passwords of books are encrypted with it in the queue, and refused without it',
  secret: true,
};
