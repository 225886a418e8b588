import { strings } from '../../strings.ts';
import { choose } from '../draft.ts';
import type { PlanProps } from '../plan-props.ts';
import { readDraft } from '../send-draft.ts';

/** The chapters as a checklist, and what is left out, with the reason. */
export function ChaptersPanel({ draft: { id, choices }, plan }: PlanProps) {
  const toggle = (number: number, isRead: boolean): void => {
    const skipped = new Set(choices.skipped);
    if (isRead) skipped.delete(number);
    else skipped.add(number);
    choose(id, { skipped });
  };
  const skipAll = plan.chapters.map(({ number }) => number);
  return (
    <>
      <div class="actions">
        <button type="button" class="button" onClick={() => choose(id, { skipped: new Set() })}>
          {strings.chapters.all}
        </button>
        <button type="button" class="button" onClick={() => choose(id, { skipped: new Set(skipAll) })}>
          {strings.chapters.none}
        </button>
      </div>
      <ul class="checklist">
        {plan.chapters.map(({ number, title, words, estimatedSeconds }) => (
          <li key={number}>
            <label>
              <input
                type="checkbox"
                checked={!choices.skipped.has(number)}
                onChange={({ currentTarget }) => toggle(number, currentTarget.checked)}
              />
              <span dir="auto">{title}</span>
              <small class="number">{strings.chapters.words(words, estimatedSeconds)}</small>
            </label>
          </li>
        ))}
      </ul>
      <LeftOut id={id} parts={plan.leftOut} include={choices.include} />
    </>
  );
}

interface LeftOutProps {
  readonly id: number;
  readonly parts: PlanProps['plan']['leftOut'];
  readonly include: readonly string[];
}

function LeftOut({ id, parts, include }: LeftOutProps) {
  if (parts.length === 0 && include.length === 0) return null;
  const change = (next: readonly string[]): void => {
    // The chapters have other numbers then.
    choose(id, { include: next, skipped: new Set() });
    void readDraft(id);
  };
  return (
    <fieldset>
      <legend>
        <h2>{strings.chapters.leftOut}</h2>
        <span class="hint">{strings.chapters.leftOutHint}</span>
      </legend>
      <ul class="checklist">
        {include.map((document) => (
          <li key={document}>
            <label>
              <input type="checkbox" checked onChange={() => change(include.filter((one) => one !== document))} />
              <span dir="auto">{document}</span>
            </label>
          </li>
        ))}
        {parts.map(({ document, reason, words, about }) => (
          <li key={`${document} ${reason}`}>
            <label>
              <input type="checkbox" checked={false} onChange={() => change([...include, document])} />
              <span dir="auto">{about ?? document}</span>
              <small class="number">
                {strings.chapters.reasons[reason] ?? reason}, {words}
              </small>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
