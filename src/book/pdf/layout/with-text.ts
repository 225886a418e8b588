import type { Run } from './pdf-page.ts';

/** Returns a run with another text, whose face is that of its beginning. */
export function withText(run: Run, text: string): Run {
  const [first] = run.faces ?? [];
  return { ...run, text, ...(first && { faces: [{ text, face: first.face }] }) };
}
