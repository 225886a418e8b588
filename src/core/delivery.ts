/** Manners of speaking that a script can name, the neutral one first. Providers map them to what they have. */
export const manners = [
  'neutral',
  'whispered',
  'shouted',
  'laughing',
  'sad',
  'angry',
  'afraid',
  'urgent',
  'tender',
  'ironic',
  'excited',
  'tired',
] as const;

/** A manner of speaking. */
export type Manner = (typeof manners)[number];

/** How a passage is said. */
export interface Delivery {
  readonly manner: Manner;
  /** A few words for voices that take instructions, such as `whispering, afraid`. In English. */
  readonly words?: string | undefined;
}
