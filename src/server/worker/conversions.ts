import type { ConversionTools, NarrationRequest } from '../../pipeline/conversion.ts';
import { audiobook, convert } from '../../pipeline/convert.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { JobKind } from '../jobs/job-record.ts';

/** A conversion: its usual format and the function of the pipeline. */
export interface Conversion {
  readonly defaultFormat: NarrationRequest['format'];
  readonly run: (request: NarrationRequest, tools: ConversionTools) => Promise<ConversionReport>;
}

/** The conversions, by kind of job. */
export const conversions: Readonly<Record<JobKind, Conversion>> = {
  synthesize: { defaultFormat: 'mp3', run: convert },
  audiobook: { defaultFormat: 'm4b', run: audiobook },
};
