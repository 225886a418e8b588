import { z } from 'zod';
import { parseJson } from '../../core/http/parse-json.ts';
import type { OutputStream } from '../process-context.ts';

const record = z.object({
  level: z.string(),
  time: z.string(),
  msg: z.string(),
  status: z.number().optional(),
  book: z.string().optional(),
  state: z.string().optional(),
  code: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

/** A request that went wrong is the service's business from here on (RFC 9110, 15.6); what is wrong about a request is told to who sent it. */
const ownFault = 500;

/** Returns a stream that prints the log of a service, which comes as JSON lines, as lines for people: without requests that were answered. */
export function logLines(stderr: Pick<OutputStream, 'write'>): { write(line: string): void } {
  return {
    write(line) {
      const read = record.safeParse(parseJson(line));
      if (!read.success) stderr.write(line);
      else if (read.data.msg !== 'listening' && (read.data.status ?? ownFault) >= ownFault)
        stderr.write(lineOf(read.data));
    },
  };
}

function lineOf({ level, time, msg, book, state, code, err }: z.infer<typeof record>): string {
  const mark = level === 'info' ? '' : `${level}: `;
  const about = [book, state, code, err?.message].filter((part) => part !== undefined);
  return `${new Date(time).toTimeString().slice(0, 8)} ${[`${mark}${msg}`, ...about].join(': ')}\n`;
}
