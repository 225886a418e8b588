import type { LeaveOutRules } from '../leave-out-rules.ts';

/** Options for the chapters of a PDF. */
export interface ChapterOptions {
  /** Title of a chapter without a heading. */
  readonly bookTitle: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  readonly notes: 'skip' | 'inline' | 'end';
  readonly rules: LeaveOutRules;
}
