import { useSignal } from '@preact/signals';
import { needsToken } from '../api/call.ts';
import { strings } from '../strings.ts';
import { FailureNote } from './failure-note.tsx';
import { logOut, session } from './session.ts';

/** The user of the page, where the service asks for a token, and a button to log out. */
export function SignedIn() {
  const error = useSignal<unknown>(undefined);
  const { required = false, name } = session.value ?? {};
  if (!required || needsToken.value) return null;
  const leave = async (): Promise<void> => {
    try {
      error.value = undefined;
      await logOut();
    } catch (thrown) {
      error.value = thrown;
    }
  };
  return (
    <footer class="signed-in">
      <span class="hint" dir="auto">
        {name === undefined ? strings.token.in : strings.token.inAs(name)}
      </span>
      <button type="button" class="button bare" onClick={() => void leave()}>
        {strings.token.leave}
      </button>
      {error.value !== undefined && <FailureNote error={error.value} />}
    </footer>
  );
}
