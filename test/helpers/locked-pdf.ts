import { encryptPdf } from './encrypt-pdf.ts';
import { buildPdf, column } from './pdf-builder.ts';

const page = { texts: column(90, 100, ['The key turned twice.', 'Nobody heard it.'], { size: 14, leading: 20 }) };

/** A PDF of a page that opens with the password `openpassword`. */
export const lockedPdf = encryptPdf(buildPdf({ pages: [page] }), 'openpassword');
