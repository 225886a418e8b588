import { signal } from '@preact/signals';
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
