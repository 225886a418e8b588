import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { VoicesAnswer } from '../../api/types.ts';
import { FailureNote } from '../../shell/failure-note.tsx';
import { languageName } from '../../shell/words.ts';
import { strings } from '../../strings.ts';
import { spokenLanguage } from '../choices.ts';
import { choose } from '../draft.ts';
import { LanguageField } from './language-field.tsx';
import type { PlanProps } from '../plan-props.ts';
import { loadProviders, providers, voicesOf } from '../providers.ts';
import { SampleButton, SampleFailure } from './sample-button.tsx';
import { readDraft } from '../send-draft.ts';

/** The voices of a provider, each of which can be heard. */
export function VoicePanel({ draft, plan }: PlanProps) {
  const { id, choices } = draft;
  const language = spokenLanguage(choices, plan);
  const set = (change: Parameters<typeof choose>[1]): void => {
    choose(id, { ...change, voice: undefined });
    void readDraft(id);
  };
  useEffect(() => void loadProviders(), []);
  return (
    <>
      <div class="columns">
        <label class="field">
          <span>{strings.voices.provider}</span>
          <select value={plan.provider} onChange={({ currentTarget }) => set({ provider: currentTarget.value })}>
            {(providers.value?.details ?? []).map(({ id: one, available, reason, capabilities }) => (
              <option key={one} value={one} disabled={!available}>
                {one} ({available ? (capabilities.priceUnit ? strings.voices.paid : strings.voices.free) : reason})
              </option>
            ))}
          </select>
        </label>
        {choices.translate === undefined && (
          <LanguageField
            label={strings.voices.language}
            value={language}
            first={[language, plan.language]}
            onChange={(code) => set({ language: code })}
          />
        )}
      </div>
      <VoiceList key={`${plan.provider} ${language}`} draft={draft} plan={plan} />
    </>
  );
}

function VoiceList({ draft: { id, choices }, plan }: PlanProps) {
  const language = spokenLanguage(choices, plan);
  const list = useSignal<VoicesAnswer | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  useEffect(() => {
    void (async () => {
      try {
        list.value = await voicesOf(plan.provider, language);
      } catch (thrown) {
        error.value = thrown;
      }
    })();
  }, []);
  if (error.value !== undefined) return <FailureNote error={error.value} />;
  if (!list.value) return <p>{strings.voices.loading}</p>;
  const { details, default: usual } = list.value;
  if (details.length === 0) return <p class="note">{strings.voices.none(language)}</p>;
  const chosen = choices.voice ?? usual;
  return (
    <>
      <SampleFailure />
      <ul class="checklist voices">
        {details.map((voice) => (
          <li key={voice.id}>
            <label>
              <input
                type="radio"
                name="voice"
                checked={voice.id === chosen}
                onChange={() => choose(id, { voice: voice.id })}
              />
              <span>{voice.name}</span>
              <small>{aboutVoice(voice)}</small>
            </label>
            <SampleButton
              label={strings.voices.hear(voice.name)}
              fields={{ voice: voice.id, tts_provider: plan.provider, language }}
              text={(plan.sample ?? plan.title).slice(0, 300)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function aboutVoice({ language, gender, isPlain, isWeak }: VoicesAnswer['details'][number]): string {
  const words = [
    languageName(language),
    gender && strings.voices.gender[gender],
    isPlain && strings.voices.plain,
    isWeak && strings.voices.weak,
  ];
  return words.filter(Boolean).join(', ');
}
