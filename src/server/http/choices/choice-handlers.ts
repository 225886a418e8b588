import type { RequestHandler, Response } from 'express';
import { promptNames } from '../../../pipeline/script/list-prompts.ts';
import { listModels } from '../../../pipeline/script/list-models.ts';
import { listProviders } from '../../../pipeline/voices/list-providers.ts';
import { listVoices } from '../../../pipeline/voices/list-voices.ts';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { callerOf } from '../access/check-token.ts';
import { callerSignal } from '../caller-signal.ts';
import { checkProvider, defaultProvider } from './check-provider.ts';
import type { choiceOperations } from './choice-operations.ts';
import type { Service } from '../service.ts';

/** Returns why a service cannot be used, for a caller: only admins are told where it is. */
function reasonFor(response: Response, reason: string | undefined): string | undefined {
  const isTold = callerOf(response).role === 'admin';
  return isTold ? reason : reason?.replaceAll(/\bhttps?:\/\/[^\s'"”’),]+/giu, 'its address');
}

/** Time limit for queries to speech and model servers. */
const queryMs = 20_000;

/** Returns the handlers of operations that list what a conversion can use. */
export function choiceHandlers({ settings }: Service): Readonly<Record<keyof typeof choiceOperations, RequestHandler>> {
  return {
    async providers(_request, response) {
      const signal = callerSignal(response, queryMs);
      const [statuses, byDefault] = await Promise.all([
        listProviders(settings, signal),
        defaultProvider(settings, signal),
      ]);
      const details = statuses.map(({ id, alias, kind, available, reason, onlyWhenNamed, limit, capabilities }) => ({
        id,
        alias,
        kind,
        available,
        reason: reasonFor(response, reason),
        onlyWhenNamed,
        limit,
        capabilities,
      }));
      response.json({ providers: statuses.map(({ id }) => id), default: byDefault, details });
    },
    async voices(request, response) {
      const query = parseFields(formFields.voices, request.query);
      const signal = callerSignal(response, queryMs);
      await checkProvider(query.provider, settings, signal);
      const { provider, language, voices, defaultVoice } = await listVoices(
        { language: formFields.voices.language.default, ...query },
        settings,
        signal,
      );
      response.json({ provider, language, default: defaultVoice, voices: voices.map(({ id }) => id), details: voices });
    },
    tasks: (_request, response) => void response.json({ tasks: promptNames() }),
    async models(_request, response) {
      const { local, commercial, withKey } = await listModels(settings, callerSignal(response, queryMs));
      const found = local.available
        ? { local: local.models.map(({ name }) => name) }
        : { local: [], reason: reasonFor(response, local.reason) };
      response.json({ ...found, commercial, withKey });
    },
  };
}
