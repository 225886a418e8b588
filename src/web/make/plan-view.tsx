import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { strings } from '../strings.ts';
import { choose } from './draft.ts';
import type { Draft } from './draft.ts';
import { Progress } from '../shell/progress.tsx';
import { Panel } from './panels/panel.tsx';
import type { PanelName, PlanProps } from './plan-props.ts';
import { Sentence } from './sentence.tsx';
import { dropDraft, makeAll, makeDraft } from './send-draft.ts';
import { useObjectUrl } from './use-object-url.ts';

/** A book that was read: its cover and title, one sentence that says what will be made, and one button. */
export function PlanView({ draft, plan, all }: PlanProps & { readonly all: number }) {
  const open = useSignal<PanelName | undefined>(undefined);
  const ownCover = useObjectUrl(draft.choices.cover);
  return (
    <section class="plan">
      <CoverPicture class="plan-cover" title={draft.choices.title ?? plan.title} src={ownCover ?? plan.cover} accent />
      <div class="plan-words stack">
        <Heading draft={draft} plan={plan} all={all} />
        <Sentence draft={draft} plan={plan} open={open} />
        {plan.warnings.map((warning) => (
          <p class="note warn" key={warning}>
            {warning}
          </p>
        ))}
        {draft.error !== undefined && <FailureNote error={draft.error} />}
        <Panel draft={draft} plan={plan} open={open} />
        <Actions draft={draft} all={all} chosen={plan.chapters.length - draft.choices.skipped.size} open={open} />
      </div>
    </section>
  );
}

function Heading({ draft: { id, choices }, plan, all }: PlanProps & { readonly all: number }) {
  const author = plan.authors.join(', ');
  return (
    <div>
      {all > 1 && <p class="hint">{strings.draft.of(1, all)}</p>}
      <h1 class="unseen">{choices.title ?? plan.title}</h1>
      <textarea
        class="title-input"
        dir="auto"
        rows={1}
        aria-label={strings.draft.title}
        value={choices.title ?? plan.title}
        onInput={({ currentTarget }) => choose(id, { title: currentTarget.value.replaceAll(/\s*\n\s*/gu, ' ') })}
        onKeyDown={(event) => {
          // It wraps like a text, and is one line like a title.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <input
        class="author-input"
        dir="auto"
        aria-label={strings.draft.author}
        placeholder={strings.draft.noAuthor}
        value={choices.author ?? author}
        onInput={({ currentTarget }) => choose(id, { author: currentTarget.value })}
      />
    </div>
  );
}

interface ActionProps {
  readonly draft: Draft;
  readonly all: number;
  readonly chosen: number;
  readonly open: Signal<PanelName | undefined>;
}

function Actions({ draft, all, chosen, open }: ActionProps) {
  const make = (work: (draft: Draft) => Promise<void>) => () => {
    open.value = undefined;
    void work(draft);
  };
  if (draft.state === 'starting') {
    return (
      <div class="stack">
        <Progress part={draft.sent} label={strings.draft.make} />
        <p class="number">{strings.draft.starting(draft.sent)}</p>
      </div>
    );
  }
  return (
    <div class="actions plan-actions">
      <button
        type="button"
        class="button main"
        disabled={draft.state !== 'ready' || chosen < 1}
        onClick={make(makeDraft)}
      >
        {strings.draft.make}
      </button>
      {all > 1 && (
        <button type="button" class="button" disabled={draft.state !== 'ready'} onClick={make(makeAll)}>
          {strings.draft.makeAll(all)}
        </button>
      )}
      <button type="button" class="button bare" onClick={() => dropDraft(draft.id)}>
        {strings.draft.drop}
      </button>
    </div>
  );
}
