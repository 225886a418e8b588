import { useSignal } from '@preact/signals';
import { strings } from '../strings.ts';
import { FailureNote } from './failure-note.tsx';
import { formText } from './form-text.ts';
import { hasOldCode, logIn } from './session.ts';

/** Asks for the token of the service, once: the service then sets a cookie that no script can read. */
export function TokenQuestion() {
  const error = useSignal<unknown>(undefined);
  const enter = async (form: HTMLFormElement): Promise<void> => {
    try {
      await logIn({ token: formText(form, 'token') });
    } catch (thrown) {
      error.value = thrown;
      form.querySelector('input')?.select();
    }
  };
  return (
    <form
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void enter(event.currentTarget);
      }}
    >
      <h1>{strings.token.title}</h1>
      <p>{hasOldCode.value ? strings.token.oldCode : strings.token.hint}</p>
      <label class="field">
        <span>{strings.token.label}</span>
        <input name="token" type="password" autocomplete="current-password" required />
      </label>
      {error.value !== undefined && <FailureNote error={wrongToken(error.value)} />}
      <div class="actions">
        <button class="button main" type="submit">
          {strings.token.enter}
        </button>
      </div>
    </form>
  );
}

function wrongToken(error: unknown): unknown {
  const isWrong = error instanceof Error && 'status' in error && error.status === 401;
  return isWrong ? new Error(strings.token.wrong) : error;
}
