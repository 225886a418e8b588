import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import { clock } from '../shell/words.ts';
import { strings } from '../strings.ts';
import { seek } from './player.ts';

/** A passage of the audio, where it is, and what is wrong with it. */
interface Passage {
  readonly text: string;
  readonly startSeconds: number;
  readonly finding: keyof typeof strings.listen.findings;
  /** Words that were not heard. */
  readonly missing?: readonly string[] | undefined;
}

type Place = Pick<Passage, 'text' | 'startSeconds'>;

interface HeardPlace extends Place {
  readonly verdict: Passage['finding'];
  readonly missing: readonly string[];
}

/** The notes of a report on the sound. Reports of earlier versions have no times. */
interface SoundReport {
  readonly doubtful?: readonly Partial<Place>[];
  readonly hearing?: {
    readonly lost: readonly HeardPlace[];
    readonly unclear: readonly HeardPlace[];
    readonly notJudged: readonly Place[];
    readonly finished?: { readonly altered: readonly Place[] };
  };
}

/** The passages of a finished book that may not be whole: each leads to its place. Nothing where there are none. */
export function PassageList({ id }: { readonly id: string }) {
  const passages = useSignal<readonly Passage[]>([]);
  useEffect(() => {
    // Without a report there is nothing to list, and the book plays.
    void call<SoundReport>(`jobs/${id}/report`).then(
      (report) => (passages.value = passagesOf(report)),
      () => undefined,
    );
  }, []);
  if (passages.value.length === 0) return null;
  return (
    <details>
      <summary>{strings.listen.passages(passages.value.length)}</summary>
      <ol class="chapter-list">
        {passages.value.map((passage, index) => (
          <li key={index}>
            <button type="button" onClick={() => seek(passage.startSeconds)}>
              <span dir="auto">
                {passage.text} <span class="hint">{wordsOf(passage)}</span>
              </span>
              <span class="hint number">{clock(passage.startSeconds)}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function wordsOf({ finding, missing = [] }: Passage): string {
  const words = missing.map((text) => `“${text}”`).join(', ');
  return words === '' ? strings.listen.findings[finding] : `${strings.listen.findings[finding]}: ${words}`;
}

function passagesOf({ doubtful = [], hearing }: SoundReport): readonly Passage[] {
  const heard = hearing ? [...hearing.lost, ...hearing.unclear] : [];
  const found: readonly Passage[] = [
    ...heard.map(({ verdict, ...passage }) => ({ ...passage, finding: verdict })),
    ...(hearing?.finished?.altered ?? []).map((place) => ({ ...place, finding: 'altered' as const })),
    ...(hearing?.notJudged ?? []).map((place) => ({ ...place, finding: 'not judged' as const })),
    ...doubtful.map(({ text = '', startSeconds = 0 }) => ({ text, startSeconds, finding: 'length' as const })),
  ];
  return found.toSorted((one, other) => one.startSeconds - other.startSeconds);
}
