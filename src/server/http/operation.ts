import type { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import type { FailureCode } from '../errors/statuses.ts';

/** A response of an operation that succeeds. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** The schema of JSON, or the media types of a download or stream, with the schema of JSON among them. */
  readonly body?: z.ZodType | readonly (string | z.ZodType)[];
  /** Additional headers, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Groups of operations, with their descriptions. */
export const operationTags = [
  ['Conversions', 'Convert a book in one request.'],
  ['Jobs', 'Convert books in the background.'],
  ['Library', 'Find and keep finished books.'],
  ['Listening', 'Listen to books, also while they are made.'],
  ['Speech', 'Speak texts, in the shape of the speech API of OpenAI.'],
  ['Choices', 'List what a conversion can use.'],
  ['Service', 'Observe the service.'],
] as const;

/** An operation. It is routed, checked and documented from this entry. */
export interface Operation {
  readonly tag: (typeof operationTags)[number][0];
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the notation of OpenAPI, such as `/jobs/{id}`. */
  readonly path: string;
  readonly description: string;
  /** Whether it works without a token. */
  readonly open?: boolean;
  /** Whether only admins may use it. */
  readonly admin?: boolean;
  /** Whether a signed link works for it, instead of a token. */
  readonly linkable?: boolean;
  /** Whether the token of a feed works for it, as the parameter `token`. */
  readonly feed?: boolean;
  readonly query?: OptionGroup;
  /** Schema of a JSON body. */
  readonly json?: z.ZodType;
  /** Fields of a JSON object that changes something; none is required, and `null` takes a value back. */
  readonly jsonFields?: OptionGroup;
  /** Fields of a multipart form, apart from `file`. */
  readonly form?: OptionGroup;
  /** Whether the form has a book in the field `file`. Default: true. */
  readonly book?: boolean | 'optional';
  /** Whether the form may have an image in the field `cover`. Default: false. */
  readonly cover?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly errors: readonly FailureCode[];
  /** Schema of the body of its errors. Default: that of the service. */
  readonly errorBody?: z.ZodType;
}
