import type { ComponentChildren } from 'preact';
import { ApiError } from '../api/call.ts';
import { strings } from '../strings.ts';

/** The error message of the service, and below it what may help. */
export function FailureNote({ error, children }: { readonly error: unknown; readonly children?: ComponentChildren }) {
  const { title, detail } = wordsOf(error);
  return (
    <div class="note bad" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      {detail !== title && <p>{detail}</p>}
      {children && <div class="actions">{children}</div>}
    </div>
  );
}

/** Returns the words for an error: a short title, and the detail that the service gave. */
export function wordsOf(error: unknown): { readonly title: string; readonly detail: string } {
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? error.code : '';
  return { title: strings.errors.titles[code] ?? strings.errors.other, detail };
}
