import type { Manner } from '../../core/delivery.ts';
import { inStyle } from '../microsoft/microsoft-ssml.ts';
import type { TellableDelivery } from '../provider.ts';

/** Styles that say a manner, the best first (learn.microsoft.com, "mstts:express-as", November 2026). Each voice has a few, or none. */
const stylesOf: Readonly<Partial<Record<Manner, readonly string[]>>> = {
  whispered: ['whispering'],
  shouted: ['shouting'],
  laughing: ['cheerful'],
  sad: ['sad', 'depressed'],
  angry: ['angry', 'disgruntled'],
  afraid: ['fearful', 'terrified'],
  tender: ['gentle', 'affectionate', 'empathetic'],
  excited: ['excited', 'cheerful'],
};

/** Returns what a voice is told of a delivery: one of its styles. Undefined for a voice without a style that says a manner. */
export function azureStyles(own: readonly string[] = []): TellableDelivery | undefined {
  const styleOf = (manner: Manner): string | undefined => stylesOf[manner]?.find((style) => own.includes(style));
  const hasAny = Object.values(stylesOf).some((styles) => styles.some((style) => own.includes(style)));
  // docs: "All markup … in the SSML format, except for <speak> and <voice> tags" is billed.
  return hasAny
    ? { kind: 'styles', told: ({ manner }) => styleOf(manner), billed: (style) => inStyle(style, '') }
    : undefined;
}
