/**
 * Scripts that Redis runs as a whole, so that a record, its places in the lists and its event change together. Each gets the
 * prefix of all keys as `KEYS[1]` and the id of the job as `ARGV[1]`.
 */

/** Longest streams of events: of one job, and of all together. */
const maxEvents = { job: 1000, all: 20_000 };

/** Time to keep the events of an ended job, in seconds: followers that lost their connection come back within it. */
const keepEventsSeconds = 3600;

/** Lifetime of an idempotency key, in seconds. It ends with its job. */
const keySeconds = 30 * 24 * 60 * 60;

/** Functions that the scripts share. An event has the same id in the stream of its job and in that of all jobs. */
const shared = `
local prefix, id = KEYS[1], ARGV[1]
local job, events = prefix .. 'job:' .. id, prefix .. 'events:' .. id

local function emit(type, data, owner)
  local at = redis.call('XADD', prefix .. 'events', 'MAXLEN', '~', ${maxEvents.all}, '*',
    'job', id, 'owner', owner, 'type', type, 'data', data)
  redis.call('XADD', events, 'MAXLEN', '~', ${maxEvents.job}, at, 'job', id, 'owner', owner, 'type', type, 'data', data)
end
`;

/** What `writeScript` is to write. */
export interface RecordWrite {
  /** Revision of the record that it was made from; empty for a new job. */
  readonly expected: string;
  /** Key of the idempotency key that a new job gets. */
  readonly key?: string | undefined;
  /** Id of a job that may lose it. */
  readonly replaceable?: string | undefined;
  /** Fields of the hash, each followed by its value. None: the job is removed. */
  readonly set: readonly string[];
  /** Fields to remove. */
  readonly unset: readonly string[];
  /** Lists to leave and to enter, each followed by the place. */
  readonly leave: readonly string[];
  readonly enter: readonly string[];
  /** Change of the bytes of all jobs that are kept. */
  readonly bytes: number;
  readonly summary?: string | undefined;
  readonly owner: string;
  readonly event?: { readonly type: string; readonly data: string } | undefined;
  /** Whether the job waits or runs. */
  readonly isOpen: boolean;
}

/**
 * Writes a record that has the expected revision. Argument: a \`RecordWrite\` in JSON. Returns \`written\`, \`changed\` when it has another
 * revision, \`gone\`, or the id of the job that has the idempotency key.
 */
export const writeScript = `${shared}
local given = cjson.decode(ARGV[2])
local revision = redis.call('HGET', job, 'revision') or ''
if revision ~= given.expected then return revision == '' and 'gone' or 'changed' end
if given.key then
  local earlier = redis.call('GET', given.key)
  if earlier and earlier ~= given.replaceable and redis.call('EXISTS', prefix .. 'job:' .. earlier) == 1 then return earlier end
  redis.call('SET', given.key, id, 'EX', ${keySeconds})
end
for at = 1, #given.leave, 2 do redis.call('ZREM', prefix .. 'list:' .. given.leave[at], given.leave[at + 1]) end
for at = 1, #given.enter, 2 do redis.call('ZADD', prefix .. 'list:' .. given.enter[at], 0, given.enter[at + 1]) end
if given.bytes ~= 0 and redis.call('INCRBY', prefix .. 'kept-bytes', string.format('%d', given.bytes)) == 0 then
  redis.call('DEL', prefix .. 'kept-bytes')
end
if given.event then emit(given.event.type, given.event.data, given.owner) end
if #given.set == 0 then
  local key = redis.call('HGET', job, 'key')
  if key and redis.call('GET', prefix .. 'key:' .. key) == id then redis.call('DEL', prefix .. 'key:' .. key) end
  redis.call('HDEL', prefix .. 'summaries', id)
  redis.call('DEL', job, prefix .. 'waited:' .. id)
else
  redis.call('HSET', job, unpack(given.set))
  for _, field in ipairs(given.unset) do redis.call('HDEL', job, field) end
  if given.key then redis.call('HSET', job, 'key', string.sub(given.key, string.len(prefix .. 'key:') + 1)) end
  if given.summary then redis.call('HSET', prefix .. 'summaries', id, given.summary) end
end
if given.isOpen then redis.call('PERSIST', events) else redis.call('EXPIRE', events, ${keepEventsSeconds}) end
return 'written'
`;

/** Keeps the progress of a running job. Returns 1, and 0 when the job does not run any more. Argument: the progress. */
export const progressScript = `${shared}
if redis.call('HGET', job, 'state') ~= 'running' then return 0 end
redis.call('HSET', job, 'progress', ARGV[2])
emit('progress', ARGV[2], redis.call('HGET', job, 'owner') or '')
return 1
`;

/**
 * Keeps a position of a listener unless a later one is known. Without bookmarks, those that are there stay. Arguments: the field, the
 * position and its time.
 */
export const positionScript = `${shared}
local text = redis.call('HGET', job, ARGV[2])
local known = text and cjson.decode(text) or {}
if redis.call('EXISTS', job) == 0 or (known.updatedMs or 0) > tonumber(ARGV[4]) then return 0 end
local position = ARGV[3]
local marks = known.bookmarks
if marks and #marks > 0 and cjson.decode(position).bookmarks == nil then
  position = string.sub(position, 1, -2) .. ',"bookmarks":' .. cjson.encode(marks) .. '}'
end
redis.call('HSET', job, ARGV[2], position)
return 1
`;
