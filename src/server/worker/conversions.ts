import type { ConversionTools, NarrationRequest } from '../../pipeline/conversion.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { JobKind } from '../jobs/job-record.ts';

/** A conversion: its usual format and the function of the pipeline. */
export interface Conversion {
  readonly defaultFormat: NarrationRequest['format'];
  readonly run: (request: NarrationRequest, tools: ConversionTools) => Promise<ConversionReport>;
}

/** The conversions, by kind of job. The pipeline is loaded by the process that runs one: the service itself does not. */
export const conversions: Readonly<Record<JobKind, Conversion>> = {
  synthesize: {
    defaultFormat: 'mp3',
    run: async (request, tools) => await (await import('../../pipeline/convert.ts')).convert(request, tools),
  },
  audiobook: {
    defaultFormat: 'm4b',
    run: async (request, tools) => await (await import('../../pipeline/convert.ts')).audiobook(request, tools),
  },
};
