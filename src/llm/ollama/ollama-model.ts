import { callService } from '../call-service.ts';
import type { ModelService } from '../call-service.ts';
import { chatMessages } from '../chat-messages.ts';
import { longPromptIn, promptTokens, promptTooLong } from '../context-limit.ts';
import { generateDefaults } from '../language-model.ts';
import { resolveParameters } from '../resolve-parameters.ts';
import type { GenerateParameters, GenerateRequest, Generation, LanguageModel } from '../language-model.ts';
import { listLocalModels } from './list-local-models.ts';
import type { LocalModel } from './list-local-models.ts';
import { connectionError } from '../model-error.ts';
import { readOllamaCompletion } from './read-ollama-completion.ts';
import { ollamaError } from './ollama-server.ts';
import { ContextSize } from './context-size.ts';
import { installedName } from './pick-local-model.ts';
import { showModel } from './show-model.ts';
import type { ModelInfo } from './show-model.ts';

/** Returns a local model behind Ollama's own API. Its OpenAI-compatible one cannot set the context and silently drops the beginning of a long prompt. */
export function ollamaModel(name: string, server: ModelService): LanguageModel {
  const modelName = `The language model '${name}' at ${server.baseUrl}`;
  let info: Promise<ModelInfo> | undefined;
  const context = new ContextSize();
  const show = async (signal: AbortSignal): Promise<ModelInfo> => {
    info ??= showModel(name, server, signal);
    try {
      return await info;
    } catch (thrown) {
      info = undefined;
      throw connectionError(thrown, modelName, signal);
    }
  };
  return {
    id: `ollama/${name}`,
    structured: true,
    limits: async (signal) => ({ contextTokens: (await show(signal)).contextTokens ?? generateDefaults.numCtx }),
    async generate(request) {
      const model = await show(request.signal);
      try {
        return await chat(name, server, { ...model, context }, request);
      } catch (thrown) {
        throw connectionError(thrown, modelName, request.signal);
      }
    },
    async availability(signal) {
      const installed = await listLocalModels(server, signal);
      if (!installed.available) return installed;
      if (installedName(name, installed.models) === name) return { available: true };
      return { available: false, reason: notInstalled(name, server, installed.models) };
    },
  };
}

function notInstalled(name: string, { baseUrl }: ModelService, models: readonly LocalModel[]): string {
  const others = models.length === 0 ? '' : ` Installed: ${models.map((model) => model.name).join(', ')}.`;
  return `it is not installed at ${baseUrl}.${others} Install it: ollama pull ${name}`;
}

async function chat(
  name: string,
  server: ModelService,
  model: ModelInfo & { readonly context: ContextSize },
  request: GenerateRequest,
): Promise<Generation> {
  const parameters = resolveParameters(request);
  const messages = chatMessages(request);
  const maxTokens = Math.min(parameters.numCtx, model.contextTokens ?? parameters.numCtx);
  const numCtx =
    request.numCtx === undefined
      ? model.context.for(promptTokens(request), parameters.numPredict, maxTokens)
      : maxTokens;
  const json = {
    model: name,
    messages,
    stream: true,
    think: model.thinks ? false : undefined,
    format: request.schema,
    options: optionsOf({ ...parameters, numCtx }),
  };
  const response = await callService(server, '/api/chat', { json, signal: request.signal });
  if (!response.ok) {
    const body = await response.text();
    const long = longPromptIn(response.status, body);
    if (long) return promptTooLong(request, long);
    throw ollamaError(response, body, { ...server, model: name });
  }
  const modelName = `The language model '${name}' at ${server.baseUrl}`;
  const completion = await readOllamaCompletion(response.body, modelName, request.onPart);
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (!isPromptCut(completion, characters, numCtx)) return completion;
  const contextTokens = request.numCtx === undefined ? model.contextTokens : numCtx;
  return { ...completion, stopReason: promptTooLong(request, { contextTokens }).stopReason };
}

function optionsOf(parameters: GenerateParameters): Readonly<Record<string, number | undefined>> {
  const { temperature, topP, topK, repeatPenalty, numCtx, numPredict, seed } = parameters;
  return {
    temperature,
    top_p: topP,
    top_k: topK,
    repeat_penalty: repeatPenalty,
    num_ctx: numCtx,
    num_predict: numPredict,
    seed,
  };
}

/** No tokenizer makes longer tokens of running text. A server that counted fewer tokens has dropped the beginning of the prompt. */
const maxCharactersPerToken = 10;

function isPromptCut({ usage }: Generation, characters: number, numCtx: number): boolean {
  if (usage.promptTokens === undefined) return false;
  return usage.promptTokens >= numCtx || usage.promptTokens < characters / maxCharactersPerToken;
}
