import { systemCode } from '../errors.ts';

/** Why a program failed. */
export type ProgramFailure = 'not-started' | 'exited' | 'killed' | 'timed-out' | 'too-much-output';

/** Thrown when a program cannot be started or does not end with exit code 0. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  readonly failure: ProgramFailure;
  /** The exit code of a program that `exited`. */
  readonly exitCode: number | undefined;
  /** The system error of a program that was `not-started`, for example `ENOENT` when the file is missing. */
  readonly code: string | undefined;
  /** The last 8192 characters of standard error. */
  readonly stderr: string;

  constructor(failure: ProgramFailure, message: string, details: ProgramErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.failure = failure;
    this.exitCode = details.exitCode;
    this.code = systemCode(details.cause);
    this.stderr = details.stderr ?? '';
  }
}

interface ProgramErrorDetails {
  readonly cause?: unknown;
  readonly exitCode?: number | undefined;
  readonly stderr?: string | undefined;
}
