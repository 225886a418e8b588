import { SleepIcon } from '../shell/icons.tsx';
import { strings } from '../strings.ts';
import { rate, setRate } from './player.ts';
import { setSleep, sleepChoices, sleepLeft } from './sleep.ts';

const rates = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** The speed. */
export function RateButton() {
  const choices = [...new Set([...rates, rate.value])].toSorted((a, b) => a - b);
  return (
    <label class="player-choice player-rate">
      <span class="unseen">{strings.player.rate}</span>
      <select
        class="number"
        value={String(rate.value)}
        onChange={({ currentTarget }) => setRate(Number(currentTarget.value))}
      >
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {choice}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** The sleep timer. */
export function SleepButton() {
  const left = sleepLeft.value;
  return (
    <label class="player-choice player-sleep">
      <SleepIcon />
      {left !== undefined && <span class="number">{left === 'chapter' ? strings.player.sleepMark : left}</span>}
      <select
        aria-label={strings.player.sleep}
        value={left === undefined ? '' : 'on'}
        onChange={({ currentTarget }) => setSleep(currentTarget.value)}
      >
        <option value="">{left === undefined ? strings.player.sleepOff : strings.player.sleepEnd}</option>
        {left !== undefined && <option value="on">{strings.player.sleepLeft(left)}</option>}
        {sleepChoices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 'chapter' ? strings.player.sleepChapter : strings.player.sleepIn(Number(choice))}
          </option>
        ))}
      </select>
    </label>
  );
}
