import { keysOf } from '../../shell/keys-of.ts';
import { strings } from '../../strings.ts';
import { choose } from '../draft.ts';
import { changesWords, extras } from '../extras.ts';
import type { Extra } from '../extras.ts';
import type { PlanProps } from '../plan-props.ts';
import { readDraft } from '../send-draft.ts';

/** The choices that fewer people change, folded. */
export function ExtrasList({ draft: { id, choices } }: PlanProps) {
  const changed = Object.keys(choices.extras).length;
  const change = (name: Extra, value: string): void => {
    const { [name]: _before, ...others } = choices.extras;
    const isUsual = value === extras[name][0];
    choose(id, { extras: isUsual ? others : { ...others, [name]: value } });
    if (changesWords(name)) void readDraft(id);
  };
  return (
    <details>
      <summary>{strings.extras.title(changed)}</summary>
      <div class="columns">
        {keysOf(extras).map((name) => (
          <label key={name} class="field">
            <span>{strings.extras.names[name]}</span>
            <select
              value={choices.extras[name] ?? extras[name][0]}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            >
              {extras[name].map((value) => (
                <option key={value} value={value}>
                  {wordsFor(name, value)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}

function wordsFor(name: Extra, value: string): string {
  const words: Readonly<Record<string, string>> = strings.extras.values[name];
  return words[value] ?? `${value}×`;
}
