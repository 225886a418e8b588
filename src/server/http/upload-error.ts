import multer from 'multer';
import { RequestError } from '../errors/request-error.ts';

/** What the multipart reader throws, in the caller's terms. A disk that failed stays what it is. */
export function uploadError(error: unknown): Error {
  if (error instanceof multer.MulterError) return new RequestError('malformed', multerDetail(error));
  if (!(error instanceof Error)) return new Error('The upload failed.', { cause: error });
  if ('code' in error && error.code === 'ENOSPC') {
    return new RequestError('disk-full', 'The service has not enough disk space for another book.');
  }
  if ('syscall' in error) return error;
  return new RequestError('malformed', 'The multipart form is broken or cut off.');
}

function multerDetail({ code, field = '' }: multer.MulterError): string {
  const name = field.slice(0, 100);
  if (code === 'LIMIT_UNEXPECTED_FILE') return `Field '${name}' is a file; wanted one file, in the field file.`;
  if (code === 'LIMIT_FILE_COUNT') return 'There is more than one file; wanted one, in the field file.';
  if (code === 'LIMIT_FIELD_VALUE') return `Field '${name}' is too long.`;
  return 'The form has too many fields, or their names are too long.';
}
