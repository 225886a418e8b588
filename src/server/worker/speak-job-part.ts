import type { ProgressEvent } from '../../core/progress.ts';
import type { ConversionTools } from '../../pipeline/conversion.ts';
import { notSplit, speakPart, splitSpeech } from '../../pipeline/speak/split-speech.ts';
import type { PartRange, SpeechRequest, SplitSpeech } from '../../pipeline/speak/split-speech.ts';
import { findScriptsToWrite, writeScriptPart } from '../../pipeline/script/write-script-part.ts';
import type { ScriptTools } from '../../pipeline/script/write-script-part.ts';
import { prepareTools } from '../../pipeline/open/prepare-tools.ts';
import { formFields } from '../fields/form-fields.ts';
import { fieldValues } from '../fields/parse-fields.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { conversions } from './conversions.ts';
import { conversionOf } from './convert-job.ts';
import type { JobTools } from './convert-job.ts';
import { jobRequest } from './job-request.ts';
import { measuredProvider } from './measured-provider.ts';

/** The speech of a job in parts, and the provider that speaks them. */
export interface JobParts extends SplitSpeech {
  readonly provider: string;
  /** Whether the service chose the provider. */
  readonly providerByDefault: boolean;
}

/** Divides the speech of a job into parts of about `partCharacters`. Throws what the conversion throws. */
export async function splitJob(
  record: JobRecord,
  paths: JobPaths,
  { partCharacters, ...job }: JobTools & { readonly partCharacters: number },
): Promise<JobParts> {
  return await withTools(record, paths, job, async (conversion, tools) => {
    const { provider, byDefault: providerByDefault } = tools.chosen;
    const split = isSpoken(record)
      ? await splitSpeech(conversion, partCharacters, tools)
      : { ...notSplit, scripts: await findScriptsToWrite(conversion.request, scriptTools(record, tools)) };
    return { ...split, provider: provider.id, providerByDefault };
  });
}

/** Speaks a part of a job into the segment store. Throws what the conversion throws. */
export async function speakJobPart(
  record: JobRecord,
  paths: JobPaths,
  { part, ...job }: JobTools & { readonly part: PartRange },
): Promise<void> {
  await withTools(record, paths, job, async (conversion, tools) => await speakPart(conversion, part, tools));
}

/** Writes the scripts of chapters of a job. Throws what the conversion throws. */
export async function writeJobScripts(
  record: JobRecord,
  paths: JobPaths,
  { chapters, ...job }: JobTools & { readonly chapters: readonly number[] },
): Promise<void> {
  await withTools(
    record,
    paths,
    job,
    async ({ request }, tools) => await writeScriptPart(request, chapters, scriptTools(record, tools)),
  );
}

/** Scripts that are to be read are written as without voices. */
function scriptTools(record: JobRecord, { settings, signal, onProgress, chosen }: ConversionTools): ScriptTools {
  return { settings, signal, onProgress, ...(isSpoken(record) && { chosen }) };
}

/** A job that ends with its scripts speaks nothing. */
function isSpoken(record: JobRecord): boolean {
  const { scriptsOnly } = fieldValues(formFields.job, record.fields);
  return !scriptsOnly || record.speak === true;
}

async function withTools<Result>(
  record: JobRecord,
  paths: JobPaths,
  { settings, cacheFolder, stateFolder, limits, password, signal, emit }: JobTools,
  work: (conversion: SpeechRequest, tools: ConversionTools) => Promise<Result>,
): Promise<Result> {
  const values = { ...fieldValues(formFields.job, record.fields), password };
  const { request, run } = conversionOf(record, jobRequest({ ...record, paths }, values, limits), values);
  const onProgress = (event: ProgressEvent): void => emit({ type: 'progress', event });
  const { provider: id } = values;
  await using tools = await prepareTools({ settings, provider: id, cacheFolder, stateFolder, signal, onProgress });
  const provider = measuredProvider(tools.chosen.provider, (call) => emit({ type: 'call', ...call }));
  const isNarrated = run === conversions.audiobook.run;
  return await work({ request, isNarrated }, { ...tools, chosen: { ...tools.chosen, provider } });
}
