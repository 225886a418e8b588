import type { Delivery, Manner } from '../../core/delivery.ts';

/** What a manner does to the sound of every voice. */
export interface MannerSound {
  /**
   * Speed relative to the voice's own: 0.9 to 1.1. Within that, neither a stretched voice nor one that is asked for it becomes unclear, and a
   * listener does not lose the pace of the book.
   */
  readonly pace: number;
  /** Level relative to other speech, in decibels: -3 to 3. A whisper stays above the noise of a train. */
  readonly volumeDb: number;
  /** The manner in English, for voices that take instructions. */
  readonly words: string;
}

/** The sound of each manner. By ear: what people do when they speak so, within the limits above. */
export const mannerSounds: Readonly<Record<Manner, MannerSound>> = {
  neutral: { pace: 1, volumeDb: 0, words: '' },
  whispered: { pace: 0.94, volumeDb: -3, words: 'whispering' },
  shouted: { pace: 1.03, volumeDb: 3, words: 'shouting' },
  laughing: { pace: 1.04, volumeDb: 1, words: 'laughing' },
  sad: { pace: 0.92, volumeDb: -1.5, words: 'sad' },
  angry: { pace: 1.05, volumeDb: 2, words: 'angry' },
  afraid: { pace: 1.06, volumeDb: -1, words: 'afraid' },
  urgent: { pace: 1.1, volumeDb: 1, words: 'urgent' },
  tender: { pace: 0.94, volumeDb: -1.5, words: 'tender' },
  ironic: { pace: 0.97, volumeDb: 0, words: 'ironic' },
  excited: { pace: 1.06, volumeDb: 1.5, words: 'excited' },
  tired: { pace: 0.9, volumeDb: -2, words: 'tired' },
};

/** Returns an instruction for voices that take one in words: those of the delivery, otherwise its manner. */
export function deliveryInWords({ manner, words }: Delivery): string {
  return `Say it like this: ${words ?? mannerSounds[manner].words}.`;
}

/** Returns instructions of the user, with those of a delivery behind them. Undefined where there are none. */
export function inWords(own: string | undefined, delivery: string | undefined): string | undefined {
  const all = [own, delivery].filter((part) => part !== undefined && part !== '');
  return all.length === 0 ? undefined : all.join(' ');
}

/** Returns the level of a delivery relative to other speech, in decibels. */
export function volumeOf(delivery: Delivery | undefined): number {
  return delivery === undefined ? 0 : mannerSounds[delivery.manner].volumeDb;
}
