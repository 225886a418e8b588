import { costOptions } from './cost-options.ts';
import { modelOptions } from './model-options.ts';
import { narrationOptions } from './narration-options.ts';
import { outputOptions } from './output-options.ts';
import { readingOptions } from './reading-options.ts';
import { providerOptions, speechOptions } from './speech-options.ts';

/** All options of the conversion without scripts. */
export const conversionOptions = {
  ...outputOptions,
  ...speechOptions,
  ...providerOptions,
  ...readingOptions,
  ...modelOptions,
  ...costOptions,
} as const;

/** All options of the conversion with scripts of a language model. */
export const narratedConversionOptions = { ...conversionOptions, ...narrationOptions } as const;
