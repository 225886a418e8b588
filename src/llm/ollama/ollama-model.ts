import { parseJson } from '../../core/parse-json.ts';
import { chatMessages } from '../chat-messages.ts';
import { generateDefaults } from '../language-model.ts';
import { resolveParameters } from '../resolve-parameters.ts';
import type { GenerateParameters, GenerateRequest, Generation, LanguageModel } from '../language-model.ts';
import { listLocalModels } from './list-local-models.ts';
import { connectionError } from '../model-error.ts';
import { readOllamaOutput } from './read-ollama-output.ts';
import { callOllama, ollamaError } from './call-ollama.ts';
import type { OllamaServer } from './call-ollama.ts';

/** What a server tells about a model. */
interface Shown {
  readonly contextTokens: number | undefined;
  readonly thinks: boolean;
}

/** A local model through Ollama's own API: the compatible one cannot set the context, and a prompt loses its beginning there in silence. */
export function ollamaModel(name: string, server: OllamaServer): LanguageModel {
  const who = `The language model '${name}' at ${server.baseUrl}`;
  let shown: Promise<Shown> | undefined;
  const show = async (signal: AbortSignal): Promise<Shown> => {
    shown ??= showModel(name, server, signal);
    try {
      return await shown;
    } catch (thrown) {
      shown = undefined;
      throw connectionError(thrown, who, signal);
    }
  };
  return {
    id: `ollama/${name}`,
    limits: async (signal) => ({ contextTokens: (await show(signal)).contextTokens ?? generateDefaults.numCtx }),
    async generate(request) {
      const model = await show(request.signal);
      try {
        return await chat(name, server, model, request);
      } catch (thrown) {
        throw connectionError(thrown, who, request.signal);
      }
    },
    async availability(signal) {
      const installed = await listLocalModels(server, signal);
      if (!installed.available) return installed;
      const full = name.includes(':') ? name : `${name}:latest`;
      if (installed.models.includes(full)) return { available: true };
      return { available: false, reason: `it is not installed at ${server.baseUrl}. Install it: ollama pull ${name}` };
    },
  };
}

async function chat(name: string, server: OllamaServer, model: Shown, request: GenerateRequest): Promise<Generation> {
  const parameters = resolveParameters(request);
  const numCtx = Math.min(parameters.numCtx, model.contextTokens ?? parameters.numCtx);
  const messages = chatMessages(request);
  const json = {
    model: name,
    messages,
    stream: true,
    ...(model.thinks && { think: false }),
    options: optionsOf({ ...parameters, numCtx }),
  };
  const response = await callOllama(server, '/api/chat', { json, signal: request.signal });
  if (!response.ok || !response.body) {
    const failure = await ollamaError(response, server, name);
    if (failure !== 'prompt-too-long') throw failure;
    return { text: '', stopReason: 'prompt-too-long', usage: {} };
  }
  const answer = await readOllamaOutput(response.body, `The language model '${name}' at ${server.baseUrl}`);
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return lostPrompt(answer, characters, numCtx) ? { ...answer, stopReason: 'prompt-too-long' } : answer;
}

function optionsOf(parameters: GenerateParameters): Readonly<Record<string, number>> {
  const { temperature, topP, topK, repeatPenalty, numCtx, numPredict, seed } = parameters;
  return {
    temperature,
    top_p: topP,
    top_k: topK,
    repeat_penalty: repeatPenalty,
    num_ctx: numCtx,
    num_predict: numPredict,
    ...(seed !== undefined && { seed }),
  };
}

/** No tokenizer makes longer tokens of running text, so a server that counted fewer has dropped the beginning of the prompt. */
const mostCharactersAToken = 10;

function lostPrompt({ usage }: Generation, characters: number, numCtx: number): boolean {
  if (usage.promptTokens === undefined) return false;
  return usage.promptTokens >= numCtx || usage.promptTokens < characters / mostCharactersAToken;
}

async function showModel(name: string, server: OllamaServer, signal: AbortSignal): Promise<Shown> {
  const response = await callOllama(server, '/api/show', { json: { model: name }, signal });
  if (!response.ok) {
    const failure = await ollamaError(response, server, name);
    if (failure !== 'prompt-too-long') throw failure;
  }
  const { model_info: info = {}, capabilities = [] } = showAnswer(parseJson(await response.text()));
  const context = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return {
    contextTokens: typeof context === 'number' ? context : undefined,
    thinks: capabilities.includes('thinking'),
  };
}

interface ShowAnswer {
  readonly model_info?: Readonly<Record<string, unknown>>;
  readonly capabilities?: readonly string[];
}

function showAnswer(value: unknown): ShowAnswer {
  return typeof value === 'object' && value !== null ? value : {};
}
