import type { PlanAnswer } from '../api/types.ts';
import type { Draft } from './draft.ts';

/** A draft and its plan. */
export interface PlanProps {
  readonly draft: Draft;
  readonly plan: PlanAnswer;
}

/** The panels that open from the sentence. */
export type PanelName = 'chapters' | 'voice' | 'reading' | 'file' | 'details';
