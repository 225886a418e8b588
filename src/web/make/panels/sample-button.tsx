import { signal } from '@preact/signals';
import { send } from '../../api/call.ts';
import { wordsOf } from '../../shell/failure-note.tsx';
import { PlayIcon, StopIcon } from '../../shell/icons.tsx';
import { strings } from '../../strings.ts';

/** What is heard. */
export interface Sample {
  /** Fields of the request beside the text: a voice, or the job whose voice it is. */
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
  /** What the button does, for people. */
  readonly label: string;
}

const playing = signal<{ readonly key: string; readonly state: 'asking' | 'speaking' } | undefined>(undefined);
const failure = signal<unknown>(undefined);
const audio = new Audio();
const sounds = new Map<string, string>();
let asked = new AbortController();

audio.addEventListener('ended', () => {
  playing.value = undefined;
});

/** Lets a voice speak a text, or stops it. */
export function SampleButton(sample: Sample) {
  const key = keyOf(sample);
  const state = playing.value?.key === key ? playing.value.state : undefined;
  return (
    <button
      type="button"
      class="button round"
      aria-label={state ? strings.voices.stop : sample.label}
      aria-busy={state === 'asking'}
      onClick={() => void (state ? stopSample() : hear(sample))}
    >
      {state ? <StopIcon /> : <PlayIcon />}
    </button>
  );
}

/** Why the last sample was not heard. */
export function SampleFailure() {
  if (failure.value === undefined) return null;
  return (
    <p class="note bad" role="alert">
      {strings.voices.failed(wordsOf(failure.value).detail)}
    </p>
  );
}

/** Stops the sample that is spoken. */
function stopSample(): void {
  asked.abort();
  audio.pause();
  playing.value = undefined;
}

async function hear(sample: Sample): Promise<void> {
  stopSample();
  failure.value = undefined;
  asked = new AbortController();
  const { signal: aborted } = asked;
  const key = keyOf(sample);
  playing.value = { key, state: 'asking' };
  try {
    const url = sounds.get(key) ?? (await soundOf(sample, aborted));
    sounds.set(key, url);
    if (aborted.aborted) return;
    playing.value = { key, state: 'speaking' };
    audio.src = url;
    await audio.play();
  } catch (error) {
    if (aborted.aborted) return;
    failure.value = error;
    playing.value = undefined;
  }
}

async function soundOf({ fields, text }: Sample, aborted: AbortSignal): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, text })) form.set(name, value);
  const response = await send('samples', { method: 'POST', body: form, signal: aborted });
  return URL.createObjectURL(await response.blob());
}

function keyOf({ fields, text }: Sample): string {
  return JSON.stringify([fields, text]);
}
