import { keysOf } from '../shell/keys-of.ts';
import { changeLook, look, sizes } from '../shell/look.ts';
import { strings } from '../strings.ts';

/** Size, letters and colors of the text. */
export function LookPanel() {
  const { size, font, colors } = look.value;
  const place = sizes.findIndex((known) => known === size);
  const step = (by: number) => () => changeLook({ size: sizes[place + by] ?? size });
  return (
    <details>
      <summary>{strings.look.title}</summary>
      <div class="stack tight">
        <div class="actions" role="group" aria-label={strings.look.size}>
          <button type="button" class="button" disabled={place <= 0} onClick={step(-1)}>
            {strings.look.smaller}
          </button>
          <button type="button" class="button" disabled={place >= sizes.length - 1} onClick={step(1)}>
            {strings.look.larger}
          </button>
        </div>
        <Choice
          name={strings.look.font}
          value={font}
          choices={strings.look.fonts}
          onChoose={(next) => changeLook({ font: next })}
        />
        <Choice
          name={strings.look.colors}
          value={colors}
          choices={strings.look.schemes}
          onChoose={(next) => changeLook({ colors: next })}
        />
      </div>
    </details>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ name, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>{name}</legend>
      <ul class="checklist">
        {keysOf(choices).map((choice) => (
          <li key={choice}>
            <label>
              <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(choice)} />
              <span>{choices[choice]}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
