import path from 'node:path';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { outputTarget } from '../../pipeline/output/output-paths.ts';
import type { formFields } from '../fields/form-fields.ts';
import { conversions } from './conversions.ts';
import type { JobFiles } from './job-request.ts';
import { mediaTypeOf } from '../jobs/media-type.ts';

/**
 * Returns the name and media type that the download of a conversion will have, named after the uploaded file: the title of the
 * book is not known yet. An M4B that is so long that it gets parts becomes a ZIP instead.
 */
export function expectedDownload(
  { kind, paths, upload }: JobFiles,
  values: OptionValues<typeof formFields.audiobook>,
): { readonly name: string; readonly mediaType: string } {
  const { defaultFormat } = conversions[kind];
  const target = outputTarget({ ...values, bookFile: upload.name, defaultFormat, workingFolder: paths.result });
  const isOneFile = target.layout !== 'chapters' && values.subtitles === undefined && !values.readAlong;
  const extension = isOneFile ? `.${target.format}` : '.zip';
  return { name: `${path.parse(upload.name).name}${extension}`, mediaType: mediaTypeOf(extension) };
}
