import type { S3Client } from '@aws-sdk/client-s3';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { networkAgent } from '../../core/http/network.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { Settings } from '../../core/settings.ts';
import { pathStyleSetting, s3Settings } from '../storage-settings.ts';
import { s3Retries } from './s3-retries.ts';

/** Waits of an S3 store. */
export interface S3Limits {
  /** Longest silence on a connection, in milliseconds. */
  readonly silenceMs: number;
  /** Time after which a request that fails is not sent again, in milliseconds. */
  readonly budgetMs: number;
}

/** The usual waits: as long as a store takes that is being restarted. */
export const usualS3Limits: S3Limits = { silenceMs: 20_000, budgetMs: 120_000 };

/** The packages for S3. */
export type S3Packages = Awaited<ReturnType<typeof loadS3Packages>>;

/** Loads the optional packages for S3. Throws `tool-missing` without them. */
export async function loadS3Packages() {
  try {
    const [sdk, uploads, handler] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
      import('@smithy/node-http-handler'),
    ]);
    return { ...sdk, Upload: uploads.Upload, NodeHttpHandler: handler.NodeHttpHandler };
  } catch (cause) {
    if (systemCode(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = 'A storage in S3 needs two packages: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage';
    throw new AudiobookError('tool-missing', message, { cause });
  }
}

/** Options of `createS3Client`. */
export interface S3ClientOptions {
  readonly settings: Settings;
  readonly limits: S3Limits;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** Creates a client. Without keys in the settings, the SDK looks for credentials where Amazon keeps them, such as in roles. */
export function createS3Client(
  { S3Client: Client, NodeHttpHandler }: Pick<S3Packages, 'S3Client' | 'NodeHttpHandler'>,
  { settings, limits: { silenceMs, budgetMs }, onRetry }: S3ClientOptions,
): S3Client {
  const [accessKeyId, secretAccessKey] = [settings.get(s3Settings.keyId), settings.get(s3Settings.key)];
  const agent = networkAgent();
  const sessionToken = settings.get(s3Settings.token);
  const endpoint = settings.get(s3Settings.endpoint);
  const pathStyle = settings.read(pathStyleSetting);
  return new Client({
    region: settings.get(s3Settings.region) ?? s3Settings.region.default,
    forcePathStyle: pathStyle === 'auto' ? endpoint !== undefined : pathStyle === 'on',
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
      }),
    // Many stores do not know the checksums in trailers that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryStrategy: s3Retries({ budgetMs, onRetry }),
    requestHandler: new NodeHttpHandler({
      ...(agent && { httpsAgent: agent }),
      connectionTimeout: Math.min(silenceMs, 10_000),
      socketTimeout: silenceMs,
      // Uploads wait for one of the connections of their own accord.
      socketAcquisitionWarningTimeout: 600_000,
    }),
  });
}
