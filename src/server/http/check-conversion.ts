import type { Response } from 'express';
import { checkRequest } from '../../pipeline/check-request.ts';
import { checkServices } from '../../pipeline/open/check-services.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { formFields } from '../fields/form-fields.ts';
import { jobRequest } from '../worker/job-request.ts';
import type { JobFiles } from '../worker/job-request.ts';
import { checkLlmHost } from './access/check-llm-host.ts';
import { callerSignal } from './caller-signal.ts';
import type { Service } from './service.ts';

/** Time for the checks of a request before it is queued. */
const checkMs = 120_000;

/** Checks everything about a conversion that can be known before it runs. Throws what the conversion would throw. */
export async function checkConversion(
  { settings, trust, workerContext }: Pick<Service, 'settings' | 'trust' | 'workerContext'>,
  response: Response,
  files: JobFiles,
  values: OptionValues<typeof formFields.audiobook>,
): Promise<void> {
  const { llmBaseUrl, provider } = values;
  if (llmBaseUrl !== undefined) checkLlmHost(llmBaseUrl, trust.llmHosts, settings);
  const asked = jobRequest(files, values, workerContext.limits);
  await checkRequest(asked);
  const signal = callerSignal(response, checkMs);
  await checkServices({ ...asked, provider }, { settings, narrates: files.kind === 'audiobook', signal });
}
