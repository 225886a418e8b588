export { fileName } from '../core/file-name.ts';
