import type { Manner } from '../../core/delivery.ts';
import type { TellableDelivery } from '../provider.ts';

/** Tags of Eleven v3 (elevenlabs.io/docs, "Eleven v3 audio tags", November 2026): the model does what a tag says until the text ends. */
const tags: Readonly<Partial<Record<Manner, string>>> = {
  whispered: '[whispers]',
  shouted: '[shouts]',
  laughing: '[laughing]',
  sad: '[sad]',
  angry: '[angry]',
  afraid: '[nervous]',
  urgent: '[urgent]',
  tender: '[softly]',
  ironic: '[sarcastic]',
  excited: '[excited]',
  tired: '[tired]',
};

/** What Eleven v3 is told of a delivery. */
export const elevenlabsTags: TellableDelivery = {
  kind: 'tags',
  told: ({ manner }) => tags[manner],
  // A tag is a part of the text.
  billed: (tag) => `${tag} `,
};
