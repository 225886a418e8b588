import { useEffect } from 'preact/hooks';
import { strings } from '../../strings.ts';
import type { Choices } from '../choices.ts';
import { choose } from '../draft.ts';
import { ExtrasList } from './extras-list.tsx';
import { LanguageField } from './language-field.tsx';
import { loadNarration, narration } from '../providers.ts';
import type { PlanProps } from '../plan-props.ts';
import { readDraft } from '../send-draft.ts';
import { keepsWords } from '../writing.ts';
import { Tick } from './file-panel.tsx';

/** Chooses the text that is read: the book, or a script that a language model writes about it. */
export function ReadingPanel(props: PlanProps) {
  useEffect(() => void loadNarration(), []);
  const { tasks = [], models } = narration.value ?? {};
  const names = [...(models?.local ?? []), ...(models?.withKey ?? [])];
  return (
    <>
      <Tasks {...props} tasks={tasks.filter((task) => task !== 'direct')} names={names} />
      {narration.value && names.length === 0 && <p class="note">{strings.reading.noModels}</p>}
      {names.length > 0 && <ModelChoices {...props} names={names} />}
      <ExtrasList {...props} />
    </>
  );
}

/** Changes what is read, which makes the plan another one. */
function change(id: number, choices: Partial<Choices>): void {
  choose(id, choices);
  void readDraft(id);
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
                // Rules direct the audiobook task where there is no model.
                disabled={!keepsWords(task) && names.length === 0}
                onChange={() => change(id, { task, model: choices.model ?? names[0] })}
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
        <select value={model} onChange={({ currentTarget }) => change(id, { model: currentTarget.value })}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <LanguageField
        label={strings.reading.translate}
        value={choices.translate}
        none={strings.reading.noTranslation}
        without={plan.language}
        onChange={(translate) => change(id, { translate, model, voice: undefined })}
      />
      {choices.translate !== undefined && keepsWords(choices.task) && (
        <ul class="checklist">
          <Tick
            label={strings.reading.bilingual}
            checked={choices.bilingual ?? false}
            onChange={(bilingual) => change(id, { bilingual })}
          />
        </ul>
      )}
    </div>
  );
}
