import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { SampleButton, SampleFailure } from '../../make/panels/sample-button.tsx';
import { FailureNote } from '../../shell/failure-note.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { strings } from '../../strings.ts';
import { correctionOf, keepCorrection } from './corrections.ts';

interface DialogProps {
  readonly id: string;
  readonly sentence: string;
  readonly onKept: () => void;
  readonly onClose: () => void;
}

/** Has a sentence said differently, or a word of it wherever it comes. */
export function CorrectionDialog({ id, sentence, onKept, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useMemo(() => wordsOf(sentence), [sentence]);
  /** The word that is corrected; undefined: the sentence. */
  const word = useSignal<string | undefined>(undefined);
  const { error, attempt } = useAttempt();
  const about = word.value === undefined ? { text: sentence, isWhole: true } : { text: word.value };
  const known = correctionOf(about);
  const typed = useSignal<string | undefined>(undefined);
  const say = typed.value ?? known?.say ?? about.text;
  useEffect(() => dialog.current?.showModal(), []);
  const keep = (next: string | undefined): void =>
    void attempt(async () => {
      await keepCorrection(id, { ...about, say: next });
      onKept();
      dialog.current?.close();
    });
  return (
    <dialog ref={dialog} class="stack" aria-label={strings.correct.title} onClose={onClose}>
      <h2>{strings.correct.title}</h2>
      <blockquote dir="auto">{sentence}</blockquote>
      <Scope
        words={words}
        word={word.value}
        onChoose={(next) => {
          word.value = next;
          typed.value = undefined;
        }}
      />
      <SayField say={say} onType={(next) => (typed.value = next)} />
      {error.value !== undefined && <FailureNote error={error.value} />}
      <div class="actions">
        <SampleButton
          label={strings.correct.hear}
          fields={{ job: id }}
          text={word.value === undefined ? say : sentence.replaceAll(word.value, () => say)}
        />
        <Choices isNew={say !== (known?.say ?? about.text)} isKnown={known !== undefined} say={say} onKeep={keep} />
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {strings.cancel}
        </button>
      </div>
    </dialog>
  );
}

/** As many letters as the service takes. */
const maxLetters = 1000;

function SayField({ say, onType }: { readonly say: string; readonly onType: (say: string) => void }) {
  return (
    <>
      <label class="field">
        <span>{strings.correct.say}</span>
        <textarea
          rows={3}
          dir="auto"
          maxLength={maxLetters}
          value={say}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      </label>
      <p class="hint">{strings.correct.hint}</p>
      <SampleFailure />
    </>
  );
}

interface ChoicesProps {
  readonly say: string;
  /** Whether something else is said than now. */
  readonly isNew: boolean;
  /** Whether it is said differently now. */
  readonly isKnown: boolean;
  readonly onKeep: (say: string | undefined) => void;
}

/** Keeps what is typed, or takes back what was kept. */
function Choices({ say, isNew, isKnown, onKeep }: ChoicesProps) {
  return (
    <>
      <button type="button" class="button main" disabled={!isNew} onClick={() => onKeep(say)}>
        {strings.correct.keep}
      </button>
      {isKnown && (
        <button type="button" class="button" onClick={() => onKeep(undefined)}>
          {strings.correct.back}
        </button>
      )}
    </>
  );
}

interface ScopeProps {
  readonly words: readonly string[];
  readonly word: string | undefined;
  readonly onChoose: (word: string | undefined) => void;
}

/** What is corrected: this sentence, or a word of it wherever it comes. */
function Scope({ words, word, onChoose }: ScopeProps) {
  return (
    <label class="field">
      <span>{strings.correct.where}</span>
      <select value={word ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}>
        <option value="">{strings.correct.sentence}</option>
        {words.map((one) => (
          <option key={one} value={one}>
            {strings.correct.word(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function wordsOf(sentence: string): readonly string[] {
  const parts = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(sentence);
  return [...new Set([...parts].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment))];
}
