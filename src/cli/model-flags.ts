import type { Command } from 'commander';
import type { ConversionRequest } from '../pipeline/conversion.ts';

/** The flags of `addModelFlags`, as commander hands them over. */
export interface ModelFlags {
  readonly model?: string;
  readonly llmBaseUrl?: string;
  readonly translate?: string;
}

/** Adds the flags that say which language model takes part. */
export function addModelFlags(command: Command): Command {
  return command
    .option('-m, --model <name>', 'language model: a local one like gemma3:12b, or api:claude, api:vendor/model')
    .option('--llm-base-url <url>', 'address of the language model instead of the configured one')
    .option('--translate <language>', 'translate first: a code like fr or an English name');
}

/** What the model flags ask of a conversion. */
export function modelChoices(flags: ModelFlags): Pick<ConversionRequest, 'model' | 'llmBaseUrl' | 'translate'> {
  const { model, llmBaseUrl, translate } = flags;
  return {
    ...(model !== undefined && { model }),
    ...(llmBaseUrl !== undefined && { llmBaseUrl }),
    ...(translate !== undefined && { translate }),
  };
}
