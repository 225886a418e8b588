import { useRef } from 'preact/hooks';
import { strings } from '../../strings.ts';
import { choose } from '../draft.ts';
import type { PlanProps } from '../plan-props.ts';

/** Tags that the title does not show, and the cover. */
export function DetailsPanel({ draft: { id, choices } }: PlanProps) {
  const input = useRef<HTMLInputElement>(null);
  const tag = (name: 'narrator' | 'year' | 'series') => (
    <label class="field">
      <span>{strings.tags[name]}</span>
      <input
        dir="auto"
        value={choices[name] ?? ''}
        inputMode={name === 'year' ? 'numeric' : 'text'}
        onInput={({ currentTarget }) => choose(id, { [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <div class="columns">
        {tag('series')}
        {tag('narrator')}
        {tag('year')}
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={() => input.current?.click()}>
          {strings.tags.cover}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={strings.tags.cover}
          onChange={({ currentTarget }) => choose(id, { cover: currentTarget.files?.[0] })}
        />
        {choices.cover && (
          <button type="button" class="button bare" onClick={() => choose(id, { cover: undefined })}>
            {strings.tags.ownCover}
          </button>
        )}
      </div>
    </>
  );
}
