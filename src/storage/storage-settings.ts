import { z } from 'zod';
import type { ParsedSetting, Setting } from '../core/settings.ts';

/** Address of the storage. */
export const storageSetting: Setting = {
  name: 'AUDIOBOOK_STORAGE',
  description:
    'storage where several machines share what was spoken: file:///mnt/books or s3://bucket/prefix; unset: each machine has its own',
};

/** Puts the bucket into the path or into the host of addresses. */
export const pathStyleSetting: ParsedSetting<'auto' | 'on' | 'off'> = {
  name: 'AUDIOBOOK_S3_PATH_STYLE',
  description:
    'whether buckets are named in the path (on) or the host (off) of requests; auto: on with AWS_ENDPOINT_URL_S3',
  default: 'auto',
  schema: z.enum(['auto', 'on', 'off']),
  expected: 'auto, on or off',
};

/** Settings of an S3 store, by the names that Amazon gave them. */
export const s3Settings = {
  keyId: { name: 'AWS_ACCESS_KEY_ID', description: 'key id', secret: true },
  key: { name: 'AWS_SECRET_ACCESS_KEY', description: 'secret key', secret: true },
  token: { name: 'AWS_SESSION_TOKEN', description: 'token of temporary credentials', secret: true },
  region: { name: 'AWS_REGION', description: 'region', default: 'us-east-1', aliases: ['AWS_DEFAULT_REGION'] },
  endpoint: {
    name: 'AWS_ENDPOINT_URL_S3',
    description: 'address of an S3 store other than Amazon’s, such as MinIO, Garage, R2 or Ceph',
  },
} satisfies Readonly<Record<string, Setting>>;
