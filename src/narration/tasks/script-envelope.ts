import type { JsonSchema } from '../../llm/language-model.ts';

/** Wrapping of a completion, so that nothing around the script counts. */
export interface ScriptEnvelope {
  /** Schema of the completion, for a model that takes one. */
  readonly schema?: JsonSchema | undefined;
  /** The sentence of the request that asks for it. */
  readonly instruction: string;
}

const paragraphs: JsonSchema = {
  type: 'object',
  properties: { script: { type: 'array', items: { type: 'string' } } },
  required: ['script'],
  additionalProperties: false,
};

const turns: JsonSchema = {
  type: 'object',
  properties: {
    script: {
      type: 'array',
      items: {
        type: 'object',
        properties: { speaker: { type: 'string', enum: ['host', 'guest'] }, text: { type: 'string' } },
        required: ['speaker', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['script'],
  additionalProperties: false,
};

/** Returns the envelope of a script in turns: a JSON object where the model takes a schema, labels between tags elsewhere. */
export function dialogueEnvelope(isStructured: boolean): ScriptEnvelope {
  return isStructured
    ? {
        schema: turns,
        instruction:
          'Answer with a JSON object {"script": [{"speaker": "host", "text": "…"}, {"speaker": "guest", "text": "…"}]} that holds one entry per turn, and with nothing else.',
      }
    : {
        instruction:
          'Write the script between <script> and </script>, and nothing before or after these tags. Each turn is a paragraph that begins with HOST: or GUEST: for its speaker.',
      };
}

/** Returns the envelope of a script in paragraphs: a JSON object where the model takes a schema, tags elsewhere. */
export function scriptEnvelope(isStructured: boolean): ScriptEnvelope {
  return isStructured
    ? {
        schema: paragraphs,
        instruction:
          'Answer with a JSON object {"script": ["…", "…"]} that holds one string per paragraph of the script, and with nothing else.',
      }
    : {
        instruction: 'Write the script between <script> and </script>, and nothing before or after these tags.',
      };
}
