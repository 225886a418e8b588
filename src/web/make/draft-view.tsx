import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/call.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { formText } from '../shell/form-text.ts';
import { Progress } from '../shell/progress.tsx';
import { strings } from '../strings.ts';
import { choose } from './draft.ts';
import type { Draft } from './draft.ts';
import { PlanView } from './plan-view.tsx';
import { dropDraft, readDraft } from './send-draft.ts';

/** One dropped book: on its way, refused, or ready to be made. */
export function DraftView({ draft, all }: { readonly draft: Draft; readonly all: number }) {
  if (draft.state === 'failed' && !draft.plan) return <Refused draft={draft} />;
  return draft.plan ? <PlanView draft={draft} plan={draft.plan} all={all} /> : <OnItsWay draft={draft} />;
}

function OnItsWay({ draft: { id, file, state, sent, choices } }: { readonly draft: Draft }) {
  const reads = choices.ocr ? strings.draft.readingLong : strings.draft.reading;
  const words = state === 'sending' ? strings.draft.sending(sent) : reads;
  useEffect(() => announce(state === 'sending' ? file.name : reads), [state]);
  return (
    <section class="drop">
      <h1 dir="auto">{file.name}</h1>
      <Progress part={state === 'sending' ? sent : 1} label={file.name} />
      <p class="number">{words}</p>
      <button type="button" class="button" onClick={() => dropDraft(id)}>
        {strings.cancel}
      </button>
    </section>
  );
}

function Refused({ draft: { id, file, error, choices } }: { readonly draft: Draft }) {
  const code = error instanceof ApiError ? error.code : '';
  // Only the pages of a PDF can be pictures.
  const canRecognize = code === 'book-no-text' && !choices.ocr && /\.pdf$/iu.test(file.name);
  if (code === 'book-password')
    return <PasswordQuestion id={id} file={file} wasWrong={choices.password !== undefined} />;
  return (
    <section class="stack narrow">
      <h1 dir="auto">{file.name}</h1>
      <FailureNote error={canRecognize ? new ApiError(0, { code, detail: strings.errors.scan }) : error}>
        {canRecognize && (
          <button
            type="button"
            class="button"
            onClick={() => {
              choose(id, { ocr: true });
              void readDraft(id);
            }}
          >
            {strings.errors.recognize}
          </button>
        )}
        {!code.startsWith('book-') && (
          <button type="button" class="button" onClick={() => void readDraft(id)}>
            {strings.again}
          </button>
        )}
        <button type="button" class="button" onClick={() => dropDraft(id)}>
          {strings.errors.another}
        </button>
      </FailureNote>
    </section>
  );
}

interface PasswordProps {
  readonly id: number;
  readonly file: File;
  readonly wasWrong: boolean;
}

function PasswordQuestion({ id, file, wasWrong }: PasswordProps) {
  return (
    <form
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        choose(id, { password: formText(event.currentTarget, 'password') });
        void readDraft(id);
      }}
    >
      <h1 dir="auto">{file.name}</h1>
      <p role="alert">{wasWrong ? strings.errors.wrongPassword : strings.errors.password}</p>
      <label class="field">
        <span>{strings.errors.passwordLabel}</span>
        <input name="password" type="password" autocomplete="off" required />
      </label>
      <div class="actions">
        <button class="button main" type="submit">
          {strings.errors.open}
        </button>
        <button type="button" class="button" onClick={() => dropDraft(id)}>
          {strings.errors.another}
        </button>
      </div>
    </form>
  );
}
