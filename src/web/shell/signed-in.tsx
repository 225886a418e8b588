import { needsToken } from '../api/call.ts';
import { strings } from '../strings.ts';
import { FailureNote } from './failure-note.tsx';
import { logOut, session } from './session.ts';
import { useAttempt } from './use-attempt.ts';

/** The user of the page, where the service asks for a token, and a button to log out. */
export function SignedIn() {
  const { error, attempt } = useAttempt();
  const { required = false, name } = session.value ?? {};
  if (!required || needsToken.value) return null;
  return (
    <footer class="signed-in">
      <span class="hint" dir="auto">
        {name === undefined ? strings.token.in : strings.token.inAs(name)}
      </span>
      <button type="button" class="button bare" onClick={() => void attempt(logOut)}>
        {strings.token.leave}
      </button>
      {error.value !== undefined && <FailureNote error={error.value} />}
    </footer>
  );
}
