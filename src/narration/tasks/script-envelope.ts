import { z } from 'zod';
import type { JsonSchema } from '../../llm/language-model.ts';
import { answerRule, schemaOf } from '../ask/json-form.ts';

/** Wrapping of a completion, so that nothing around the script counts. */
export interface ScriptEnvelope {
  /** Schema of the completion, for a model that takes one. */
  readonly schema?: JsonSchema | undefined;
  /** The sentence of the request that asks for it. */
  readonly instruction: string;
}

const paragraphs = z.object({ script: z.array(z.string()) });
const turn = z.object({ speaker: z.enum(['host', 'guest']), text: z.string() });
const turns = z.object({ script: z.array(turn) });

/** Returns the envelope of a script in paragraphs or in turns: a JSON object where the model takes a schema, tags elsewhere. */
export function scriptEnvelope(isStructured: boolean, isDialogue = false): ScriptEnvelope {
  const form = isDialogue ? turns : paragraphs;
  if (isStructured)
    return {
      schema: schemaOf(form),
      instruction: answerRule(
        form,
        isDialogue ? ' with one entry per turn' : ' with one string per paragraph of the script',
      ),
    };
  const labels = ' Each turn is a paragraph that begins with HOST: or GUEST: for its speaker.';
  return {
    instruction: `Write the script between <script> and </script>, and nothing before or after these tags.${isDialogue ? labels : ''}`,
  };
}
