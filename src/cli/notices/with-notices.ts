import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { connectionReason } from '../../core/http/failed-response.ts';
import { sendWebhook } from '../../core/http/send-webhook.ts';
import type { Setting } from '../../core/settings.ts';
import { runProgram } from '../../core/process/run-program.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { audiobookshelfTokenSetting } from '../../pipeline/open/settings.ts';
import { webhookSecretSetting } from '../../server/server-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import type { noticeOptions } from '../options.ts';
import { messageView } from '../view/open-progress-view.ts';
import type { ProgressView } from '../view/stream-views.ts';
import { outcomeOf, outcomeVariables } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { libraryAddress, scanLibrary } from './scan-library.ts';
import type { LibraryAddress } from './scan-library.ts';

/** The notices of a run. */
export interface Notices extends OptionValues<typeof noticeOptions> {
  /** The words of the command line that name books. */
  readonly books: readonly string[];
  readonly quiet?: boolean | undefined;
  readonly progress?: 'auto' | 'json' | undefined;
}

/**
 * Runs `work`, which passes on the report of each book and returns the exit code, and notifies the command and the webhook how it
 * ended, also when it failed or was stopped. A notice that cannot be delivered is a warning; a stop during the notices ends them.
 * Returns the exit code. Throws what the work throws, and `bad-value` for a webhook without a secret.
 */
export async function withNotices(
  context: ProcessContext,
  notices: Notices,
  work: (onReport: (report: ConversionReport) => void) => Promise<number>,
): Promise<number> {
  const { notify, webhook } = notices;
  if (notify === undefined && webhook === undefined) return await work(() => undefined);
  const keys = await noticeKeys(notices, context);
  const startedMs = performance.now();
  const reports: ConversionReport[] = [];
  const send = async (exitCode: number, message?: string): Promise<void> => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const { books } = notices;
    await sendNotices(context, outcomeOf({ exitCode, message, seconds, books, reports }), { ...notices, ...keys });
  };
  try {
    const exitCode = await work((report) => void reports.push(report));
    await send(exitCode);
    return exitCode;
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    await send(context.signal.aborted ? exitCodes.canceled : exitCodes[code], message);
    throw thrown;
  }
}

async function sendNotices(
  context: ProcessContext,
  outcome: Outcome,
  { notify, webhook, secret, library, token, quiet, progress }: Notices & NoticeKeys,
): Promise<void> {
  // A stopped run sends its notices, too.
  const signal = context.signal.aborted ? new AbortController().signal : context.signal;
  const { print } = messageView(context.stderr, { quiet, progress });
  // Not even a quiet run may lose a notice without a word.
  const { warn } = messageView(context.stderr, { progress });
  const ended: Promise<void>[] = [];
  if (library) {
    // A run that made nothing has nothing to be found.
    if (outcome.results.length > 0) ended.push(warnIfFails(warn, '--notify', scanLibrary(library, token, signal)));
  } else if (notify !== undefined) {
    ended.push(warnIfFails(warn, '--notify', runCommand(notify, outcome, { ...context, signal })));
  }
  if (webhook !== undefined) {
    ended.push(warnIfFails(warn, '--webhook', callWebhook(webhook, outcome, { secret, signal, print })));
  }
  await Promise.all(ended);
}

/** What notices need from the settings, empty where they need nothing. */
interface NoticeKeys {
  /** Signs the messages to a webhook. */
  readonly secret: string;
  /** The library that `--notify` names in place of a command. */
  readonly library: LibraryAddress | undefined;
  readonly token: string;
}

/** Returns what notices need. Throws `bad-value` when it is not set, and for a wrong address of a library. */
export async function noticeKeys(
  { notify, webhook }: Pick<Notices, 'notify' | 'webhook'>,
  context: ProcessContext,
): Promise<NoticeKeys> {
  const library = libraryAddress(notify ?? '');
  return {
    secret: webhook === undefined ? '' : await requiredSetting('--webhook', webhookSecretSetting, context),
    library,
    token: library ? await requiredSetting('--notify', audiobookshelfTokenSetting, context) : '',
  };
}

async function requiredSetting(flag: string, setting: Setting, context: ProcessContext): Promise<string> {
  const settings = await loadProcessSettings(context, () => undefined);
  const value = settings.get(setting);
  if (value !== undefined) return value;
  throw new AudiobookError('bad-value', `${flag} needs ${setting.name}: ${setting.description}.`);
}

const commandTimeoutMs = 60_000;

/** The outcome is in the environment, never in the command: titles and paths are not the shell's to read. */
async function runCommand(
  command: string,
  outcome: Outcome,
  { environment, signal }: Pick<ProcessContext, 'environment' | 'signal'>,
): Promise<void> {
  const [shell, flag] = process.platform === 'win32' ? (['cmd', '/c'] as const) : (['sh', '-c'] as const);
  const env = { ...environment, ...outcomeVariables(outcome) };
  const input = `${JSON.stringify(outcome)}\n`;
  await runProgram(shell, [flag, command], { input, env, signal, timeoutMs: commandTimeoutMs });
}

/** Waits before the attempts after the first, in milliseconds. */
const waitsMs = [1000, 5000, 20_000];

interface WebhookCall {
  readonly secret: string;
  readonly signal: AbortSignal;
  readonly print: ProgressView['print'];
}

/** Says what each attempt failed with before the next one: together they may take more than a minute. */
async function callWebhook(url: string, outcome: Outcome, { secret, signal, print }: WebhookCall): Promise<void> {
  const body = JSON.stringify({ type: 'conversion.ended', timestamp: new Date().toISOString(), data: outcome });
  const message = { url, id: `msg_${randomUUID()}`, body, secret, signal };
  const { host } = new URL(url);
  for (const waitMs of [...waitsMs, undefined]) {
    const failure = await failureOf(sendWebhook(message));
    if (failure === undefined) return;
    throwIfCanceled(signal);
    if (waitMs === undefined) throw new Error(`${host} ${failure}`);
    print(`--webhook: ${host} ${failure}. It is called again in ${waitMs / 1000} s.`);
    await delay(waitMs, undefined, { signal }).catch(() => {
      throw canceled(signal);
    });
  }
}

/** Returns what was wrong, to follow the name of the host, or undefined when the message was taken. */
async function failureOf(answer: Promise<number>): Promise<string | undefined> {
  try {
    const status = await answer;
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'TimeoutError') return 'did not answer in time';
    return `cannot be called (${connectionReason(thrown)})`;
  }
}

async function warnIfFails(warn: ProgressView['warn'], flag: string, notice: Promise<void>): Promise<void> {
  try {
    await notice;
  } catch (thrown) {
    const { message } = toAudiobookError(thrown);
    warn(`${flag} failed: ${message.replace(/\.$/u, '')}.`);
  }
}
