import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { ModelsAnswer, ProvidersAnswer, TasksAnswer, VoicesAnswer } from '../api/types.ts';

/** The speech providers of the service. Undefined until they were asked for. */
export const providers = signal<ProvidersAnswer | undefined>(undefined);

/** The narration tasks and language models of the service. */
export const narration = signal<{ readonly tasks: readonly string[]; readonly models: ModelsAnswer } | undefined>(
  undefined,
);

/** Asks for the providers, once. */
export async function loadProviders(): Promise<void> {
  providers.value ??= await call<ProvidersAnswer>('providers');
}

/** Asks for the tasks and models, once. */
export async function loadNarration(): Promise<void> {
  if (narration.value) return;
  const [{ tasks }, models] = await Promise.all([call<TasksAnswer>('tasks'), call<ModelsAnswer>('models')]);
  narration.value = { tasks, models };
}

const lists = new Map<string, Promise<VoicesAnswer>>();

/** Returns the voices of a provider for a language. */
export async function voicesOf(provider: string, language: string): Promise<VoicesAnswer> {
  const key = `${provider} ${language}`;
  const known = lists.get(key) ?? call<VoicesAnswer>(`voices?${new URLSearchParams({ provider, language })}`);
  lists.set(key, known);
  try {
    return await known;
  } catch (error) {
    lists.delete(key);
    throw error;
  }
}

/** Returns the names of voices by their ids: those of people, such as "Heart, American woman". Empty until they are known. */
export function useVoiceNames(provider: string | undefined, language: string): ReadonlyMap<string, string> {
  const names = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (provider === undefined) return;
    void voicesOf(provider, language).then(
      ({ details }) => (names.value = new Map(details.map(({ id, name }) => [id, name]))),
      // The list of voices says what is wrong, where it is opened.
      () => undefined,
    );
  }, [provider, language]);
  return names.value;
}
