import { useEffect } from 'preact/hooks';
import { languageName } from '../shell/words.ts';
import { strings } from '../strings.ts';
import { choose } from './draft.ts';
import { loadNarration, narration } from './providers.ts';
import type { PlanProps } from './plan-props.ts';

const targets = 'ar de en es fr it ja ko nl pl pt ru sv tr uk zh'.split(' ');

/** What the voice reads: the book as it is, or what a language model writes about it. */
export function ReadingPanel(props: PlanProps) {
  useEffect(() => void loadNarration(), []);
  const { tasks = [], models } = narration.value ?? {};
  const names = [...(models?.local ?? []), ...(models?.commercial ?? [])];
  return (
    <>
      <Tasks {...props} tasks={tasks.filter((task) => task !== 'direct')} names={names} />
      {narration.value && names.length === 0 && <p class="note">{strings.reading.noModels}</p>}
      {names.length > 0 && <ModelChoices {...props} names={names} />}
    </>
  );
}

interface Models {
  readonly names: readonly string[];
}

function Tasks({ draft: { id, choices }, tasks, names }: PlanProps & Models & { readonly tasks: readonly string[] }) {
  const words: Readonly<Record<string, string>> = strings.reading.tasks;
  return (
    <fieldset>
      <legend>{strings.reading.label}</legend>
      <ul class="checklist">
        {[undefined, ...tasks].map((task) => (
          <li key={task ?? ''}>
            <label>
              <input
                type="radio"
                name="task"
                checked={choices.task === task}
                disabled={task !== undefined && names.length === 0}
                onChange={() => choose(id, { task, model: choices.model ?? names[0] })}
              />
              <span>{task === undefined ? strings.reading.asWritten : (words[task] ?? task)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ModelChoices({ draft: { id, choices }, plan, names }: PlanProps & Models) {
  const model = choices.model ?? names[0];
  return (
    <div class="columns">
      <label class="field">
        <span>{strings.reading.model}</span>
        <select value={model} onChange={({ currentTarget }) => choose(id, { model: currentTarget.value })}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{strings.reading.translate}</span>
        <select
          value={choices.translate ?? ''}
          onChange={({ currentTarget }) => choose(id, { translate: currentTarget.value || undefined, model })}
        >
          <option value="">{strings.reading.noTranslation}</option>
          {targets
            .filter((code) => code !== plan.language)
            .map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
        </select>
      </label>
    </div>
  );
}
