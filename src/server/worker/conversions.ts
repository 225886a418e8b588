import { audiobook } from '../../pipeline/audiobook.ts';
import type { ConversionTools, NarrationRequest } from '../../pipeline/conversion.ts';
import { convert } from '../../pipeline/convert.ts';
import type { ConversionReport } from '../../pipeline/output/report.ts';
import type { JobKind } from '../jobs/job-record.ts';

/** A conversion: its format and the function of the pipeline. */
export interface Conversion {
  readonly format: NarrationRequest['format'];
  readonly mediaType: string;
  readonly run: (request: NarrationRequest, tools: ConversionTools) => Promise<ConversionReport>;
}

/** The conversions, by kind of job. */
export const conversions: Readonly<Record<JobKind, Conversion>> = {
  synthesize: { format: 'mp3', mediaType: 'audio/mpeg', run: convert },
  audiobook: { format: 'm4b', mediaType: 'audio/mp4', run: audiobook },
};
