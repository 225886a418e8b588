import type { Signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { spokenLanguage } from './choices.ts';
import { estimateOf } from './estimate.ts';
import type { Estimate } from './estimate.ts';
import { languageName } from '../shell/words.ts';
import type { Draft } from './draft.ts';
import type { PanelName, PlanProps } from './plan-props.ts';
import { useVoiceNames } from './providers.ts';

/** A sentence that sums up the result. Each part that can be changed is a button. */
export function Sentence({ draft, plan, open }: PlanProps & { readonly open: Signal<PanelName | undefined> }) {
  const estimate = estimateOf(draft.choices, plan);
  const { chapters, choices } = { chapters: plan.chapters.length, choices: draft.choices };
  const language = spokenLanguage(choices, plan);
  const names = useVoiceNames(plan.provider, language);
  const voice = names.get(choices.voice ?? plan.voices[language] ?? '') ?? strings.sentence.voiceOfProvider;
  const part = (name: PanelName, words: string, after = '') => (
    <Part name={name} words={words} after={after} open={open} />
  );
  return (
    <p class="sentence" aria-busy={draft.state !== 'ready'}>
      {part('chapters', strings.sentence.chapters(chapters - choices.skipped.size, chapters), ',')}{' '}
      <span class="number">{strings.sentence.length(estimate.seconds)}</span>, {part('reading', readingWords(draft))}{' '}
      {strings.sentence.by} {part('voice', voice, ',')} {strings.sentence.as} {part('file', fileWords(draft), '.')}{' '}
      {billWords(draft, estimate)} {part('details', strings.sentence.details)}
    </p>
  );
}

/** Says when it is ready and what it costs. The plan of other choices says nothing about that. */
function billWords({ state }: Draft, { readySeconds, cost }: Estimate): string {
  if (state === 'failed') return '';
  if (state === 'sending' || state === 'reading') return strings.sentence.updating;
  const ready = readySeconds === undefined ? '' : `${strings.sentence.ready(readySeconds)} `;
  return ready + (cost ?? strings.sentence.free);
}

interface PartProps {
  readonly name: PanelName;
  readonly words: string;
  /** The comma or full stop behind it, which stays on its line. */
  readonly after: string;
  readonly open: Signal<PanelName | undefined>;
}

function Part({ name, words, after, open }: PartProps) {
  const isOpen = open.value === name;
  return (
    <span class="part-words">
      <button
        type="button"
        class="part"
        aria-expanded={isOpen}
        aria-controls="plan-panel"
        onClick={() => {
          open.value = isOpen ? undefined : name;
        }}
      >
        {words}
      </button>
      {after}
    </span>
  );
}

function readingWords({ choices: { task, translate } }: Draft): string {
  const short: Readonly<Record<string, string>> = strings.reading.short;
  const words = task === undefined ? short['direct'] : (short[task] ?? task);
  const translated = translate === undefined ? '' : ` ${strings.reading.translated(languageName(translate))}`;
  return `${words}${translated}`;
}

function fileWords({ choices: { format, perChapter, subtitles, readAlong } }: Draft): string {
  const parts = [
    format.toUpperCase(),
    perChapter ? strings.file.perChapter : '',
    subtitles.length > 0 ? strings.file.subtitles : '',
    readAlong ? strings.file.readAlongShort : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
