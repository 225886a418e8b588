import type { Logger } from 'pino';
import { sendWebhook } from '../../core/http/send-webhook.ts';
import type { JobView } from '../jobs/job-view.ts';

/** Options of `callWebhook`. */
export interface CallWebhookOptions {
  readonly hosts: readonly string[];
  readonly secret: string | undefined;
  readonly logger: Logger;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

/** Tells a webhook once that a job has ended. Returns whether it has taken the message. */
export async function callWebhook(
  url: string,
  { report: _report, ...data }: JobView,
  { hosts, secret = '', logger, signal }: CallWebhookOptions,
): Promise<boolean> {
  const body = JSON.stringify({ type: 'job.ended', timestamp: data.endedAt, data });
  const id = `${data.id}.${Date.parse(data.endedAt ?? '')}`;
  try {
    const status = await sendWebhook({ url, id, body, secret, hosts, signal });
    logger.info({ job: data.id, status }, 'webhook called');
    return status >= 200 && status < 300;
  } catch (err) {
    logger.warn({ job: data.id, err }, 'webhook cannot be called');
    return false;
  }
}
