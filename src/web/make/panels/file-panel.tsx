import { strings } from '../../strings.ts';
import { formats } from '../choices.ts';
import type { Choices } from '../choices.ts';
import { choose } from '../draft.ts';
import type { PlanProps } from '../plan-props.ts';

/** Chooses the files that are made. */
export function FilePanel({ draft: { id, choices } }: PlanProps) {
  const subtitle = (name: string, label: string) => (
    <Tick
      label={label}
      checked={choices.subtitles.includes(name)}
      onChange={(isOn) => {
        const others = choices.subtitles.filter((one) => one !== name);
        choose(id, { subtitles: isOn ? [...others, name] : others });
      }}
    />
  );
  const tick = (name: 'perChapter' | 'readAlong' | 'allowGaps', label: string) => (
    <Tick label={label} checked={choices[name]} onChange={(isOn) => choose(id, change(name, isOn))} />
  );
  return (
    <>
      <fieldset>
        <legend>{strings.file.format}</legend>
        <ul class="checklist">
          {formats.map((format) => (
            <li key={format}>
              <label>
                <input
                  type="radio"
                  name="format"
                  checked={choices.format === format}
                  onChange={() => choose(id, { format })}
                />
                <span>{strings.file.formats[format]}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <ul class="checklist">
        {tick('perChapter', strings.file.chapters)}
        {subtitle('srt', strings.file.srt)}
        {subtitle('vtt', strings.file.vtt)}
        {tick('readAlong', strings.file.readAlong)}
        {tick('allowGaps', strings.file.gaps)}
      </ul>
    </>
  );
}

function change(name: 'perChapter' | 'readAlong' | 'allowGaps', isOn: boolean): Partial<Choices> {
  return { [name]: isOn };
}

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice of a list that is on or off. */
export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
        <span>{label}</span>
      </label>
    </li>
  );
}
