import { hasEnded } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { listMoves, summaryOf } from '../../jobs/ports/job-lists.ts';
import type { ChangeOptions, StoredJob } from '../../jobs/ports/records.ts';
import type { RecordWrite } from './record-scripts.ts';
import { changedFields, listedRecord, recordFormat } from './stored-record.ts';
import type { RedisJob } from './stored-record.ts';

/** Returns what is to be written for a change of a job: a new one has none before, a removed one none after. */
export function writeOf(
  before: RedisJob | undefined,
  after: StoredJob | undefined,
  { event }: ChangeOptions = {},
): RecordWrite {
  const moves = listMoves(listedBefore(before), after?.record);
  return {
    expected: before ? String(before.revision) : '',
    leave: moves.leave.flat(),
    enter: moves.enter.flat(),
    bytes: moves.bytes,
    event: event === 'none' ? undefined : eventOf(after, event),
    ...contentOf(before, after),
  };
}

/** An older version had other lists. */
function listedBefore(before: RedisJob | undefined): JobRecord | undefined {
  return before?.isOld === true ? undefined : before?.record;
}

function contentOf(
  before: RedisJob | undefined,
  after: StoredJob | undefined,
): Pick<RecordWrite, 'set' | 'unset' | 'summary' | 'isOpen' | 'owner'> {
  const { owner = '' } = (after ?? before)?.record ?? {};
  if (!after) return { set: [], unset: [], isOpen: false, owner };
  const { record, revision } = after;
  const { set, unset } = changedFields(record, before);
  const head = ['format', recordFormat, 'revision', String(revision), 'owner', owner];
  return {
    set: [...head, ...set],
    unset,
    summary: JSON.stringify(summaryOf(record)),
    isOpen: !hasEnded(record),
    owner,
  };
}

function eventOf(after: StoredJob | undefined, event: Exclude<ChangeOptions['event'], 'none'>): RecordWrite['event'] {
  if (!after) return { type: 'removed', data: '{}' };
  if (event) return { type: event.type, data: JSON.stringify(event.data) };
  return { type: 'job', data: JSON.stringify({ record: listedRecord(after.record), progress: after.progress }) };
}
