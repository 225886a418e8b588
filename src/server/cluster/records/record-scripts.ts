/**
 * Scripts that Redis runs as a whole, so that a record, its places in the lists and its event change together. Each gets the
 * prefix of all keys as `KEYS[1]` and the id of the job as `ARGV[1]`.
 */

/** Longest streams of events: of one job, and of all together. */
const maxEvents = { job: 1000, all: 20_000 };

/** Time to keep the events of an ended job, in seconds: followers that lost their connection come back within it. */
const keepEventsSeconds = 3600;

/** Functions that the scripts share. An event has the same id in the stream of its job and in that of all jobs. */
const shared = `
local prefix, id = KEYS[1], ARGV[1]
local job, events = prefix .. 'job:' .. id, prefix .. 'events:' .. id

local function emit(type, data)
  local owner = redis.call('HGET', job, 'owner') or ''
  local at = redis.call('XADD', prefix .. 'events', 'MAXLEN', '~', ${maxEvents.all}, '*',
    'job', id, 'owner', owner, 'type', type, 'data', data)
  redis.call('XADD', events, 'MAXLEN', '~', ${maxEvents.job}, at, 'job', id, 'owner', owner, 'type', type, 'data', data)
end

local function leave(state, owner)
  redis.call('ZREM', prefix .. 'state:' .. state, id)
  if owner then redis.call('SREM', prefix .. 'open-of:' .. owner, id) end
end

local function enter(state, owner, createdMs)
  redis.call('ZADD', prefix .. 'state:' .. state, createdMs, id)
  local isOpen = state == 'queued' or state == 'running'
  if owner and isOpen then redis.call('SADD', prefix .. 'open-of:' .. owner, id) end
  if isOpen then redis.call('PERSIST', events) else redis.call('EXPIRE', events, ${keepEventsSeconds}) end
end
`;

/**
 * Stores a new job unless its idempotency key belongs to another one, whose id it returns; the id of the new job otherwise.
 * Arguments: the fields `record`, `state`, `createdMs`, `owner`, `key` (the last two may be empty), the id of a job that may lose
 * the key, the life of the key in seconds, and the data of the event.
 */
export const createScript = `${shared}
local _, record, state, createdMs, owner, key, replaceable, keySeconds, data = unpack(ARGV)
if key ~= '' then
  local taken = prefix .. 'key:' .. key
  local earlier = redis.call('GET', taken)
  if earlier and earlier ~= replaceable and redis.call('EXISTS', prefix .. 'job:' .. earlier) == 1 then return earlier end
  redis.call('SET', taken, id, 'EX', keySeconds)
  redis.call('HSET', job, 'key', key)
end
redis.call('HSET', job, 'format', '1', 'revision', '1', 'record', record, 'state', state, 'createdMs', createdMs)
if owner ~= '' then redis.call('HSET', job, 'owner', owner) end
redis.call('ZADD', prefix .. 'jobs', createdMs, id)
enter(state, owner ~= '' and owner, createdMs)
emit('job', data)
return id
`;

/**
 * Replaces a record that has the expected revision. Returns 1, 0 when it has another one, and -1 when the job is gone.
 * Arguments: the revision, the record, its state, its report (empty: none), and the type and the data
 * of the event.
 */
export const changeScript = `${shared}
local _, expected, record, state, report, type, data = unpack(ARGV)
local known = redis.call('HMGET', job, 'revision', 'state', 'owner', 'createdMs')
if not known[1] then return -1 end
if known[1] ~= expected then return 0 end
redis.call('HINCRBY', job, 'revision', 1)
redis.call('HSET', job, 'record', record, 'state', state)
if report == '' then redis.call('HDEL', job, 'report') else redis.call('HSET', job, 'report', report) end
if known[2] ~= state then
  redis.call('HDEL', job, 'progress')
  leave(known[2], known[3])
  enter(state, known[3], known[4])
end
emit(type, data)
return 1
`;

/** Keeps the progress of a running job. Returns 1, and 0 when the job does not run any more. Argument: the progress. */
export const progressScript = `${shared}
if redis.call('HGET', job, 'state') ~= 'running' then return 0 end
redis.call('HSET', job, 'progress', ARGV[2])
emit('progress', ARGV[2])
return 1
`;

/** Removes a job. Returns 1, and 0 when there was none. */
export const removeScript = `${shared}
local known = redis.call('HMGET', job, 'state', 'owner', 'key')
if not known[1] then return 0 end
leave(known[1], known[2])
emit('removed', '{}')
redis.call('EXPIRE', events, ${keepEventsSeconds})
redis.call('ZREM', prefix .. 'jobs', id)
if known[3] and redis.call('GET', prefix .. 'key:' .. known[3]) == id then redis.call('DEL', prefix .. 'key:' .. known[3]) end
redis.call('DEL', job, prefix .. 'waited:' .. id)
return 1
`;
