import { z } from 'zod';
import { conversionOptions, narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { modelOptions } from '../../pipeline/options/model-options.ts';
import { narrationOptions, scriptsOption } from '../../pipeline/options/narration-options.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { Option, OptionGroup } from '../../pipeline/options/option.ts';
import { readingOptions } from '../../pipeline/options/reading-options.ts';
import {
  chapterOptions,
  providerOptions,
  speechOptions,
  voiceListOptions,
} from '../../pipeline/options/speech-options.ts';
import { textFormats } from '../../pipeline/read/book-text.ts';
import { jobKinds, jobPriorities } from '../jobs/job-record.ts';
import { jobListFields } from './job-list-fields.ts';

type WithField<Group extends OptionGroup> = {
  readonly [Name in keyof Group as Group[Name] extends { readonly field: string } ? Name : never]: Group[Name];
};

/** Returns the options of a group that have a form field. */
function withField<Group extends OptionGroup>(group: Group): WithField<Group> {
  const found = Object.entries(group).filter(([, { field }]) => field !== undefined);
  return Object.assign({}, ...found.map(([name, option]) => ({ [name]: option })));
}

const synthesizeFields = withField(conversionOptions);
const audiobookFields = withField(narratedConversionOptions);
const { password: _password, ...storedFields } = audiobookFields;
const priority = {
  field: 'priority',
  schema: z.enum(jobPriorities),
  description: 'which of the jobs that wait is next',
  default: 'normal',
} as const;

const listen = {
  listen: {
    field: 'listen',
    schema: scriptsOption.scriptsOnly.schema,
    description:
      'make a stream to listen to from the first sentence on, and speak sentence by sentence, so that it begins soon',
    fieldNote: 'GET /jobs/{id}/listen.m3u8',
  },
} as const;

/** The fields of every operation that has some, apart from `file`: the options with a `field`, as the command line has them. */
export const formFields = {
  synthesize: synthesizeFields,
  audiobook: audiobookFields,
  createJob: {
    kind: { field: 'kind', schema: z.enum(jobKinds), description: 'the conversion', required: true },
    priority,
    webhook: {
      field: 'webhook',
      schema: z.url({ protocol: /^https?$/u }),
      expected: 'an address that begins with http:// or https://',
      description: 'address to call when the job has ended; its host must be listed (AUDIOBOOK_WEBHOOK_HOSTS)',
    },
    ...scriptsOption,
    ...listen,
    ...audiobookFields,
  },
  listJobs: jobListFields,
  job: { ...scriptsOption, ...listen, ...audiobookFields },
  inbox: storedFields,
  changeJob: { priority, ...scriptsOption, ...listen, ...storedFields },
  getText: {
    format: {
      field: 'format',
      schema: z.enum(textFormats),
      description: 'plain text, Markdown, or JSON with chapters and blocks',
      default: 'txt',
    },
  },
  speakJob: { password: readingOptions.password },
  retryJob: { password: readingOptions.password },
  plan: {
    provider: providerOptions.provider,
    voice: speechOptions.voice,
    language: speechOptions.language,
    languageSwitch: speechOptions.languageSwitch,
    task: {
      ...narrationOptions.task,
      default: undefined,
      defaultNote: 'none: the text of the book',
    },
    model: modelOptions.model,
    judgeModel: modelOptions.judgeModel,
    translate: modelOptions.translate,
    bilingual: modelOptions.bilingual,
    ...chapterOptions,
    ...withField(readingOptions),
    withCover: {
      field: 'with_cover',
      schema: switchSchema,
      description: 'send the cover of the book with the plan',
    },
  },
  voices: { ...voiceListOptions, language: { ...voiceListOptions.language, defaultNote: undefined, default: 'en' } },
} as const satisfies Record<string, OptionGroup>;

/** Names of the fields that decide on the text of scripts. */
export const scriptFields: ReadonlySet<string | undefined> = new Set(
  Object.values<Option>({
    ...scriptsOption,
    ...narrationOptions,
    ...modelOptions,
    ...readingOptions,
    ...chapterOptions,
    language: speechOptions.language,
  }).map(({ field }) => field),
);

/** Names of the fields that only narration by a language model has. */
export const narrationFields: ReadonlySet<string | undefined> = new Set(
  Object.entries<Option>(audiobookFields)
    .filter(([name]) => !(name in synthesizeFields))
    .map(([, { field }]) => field),
);
