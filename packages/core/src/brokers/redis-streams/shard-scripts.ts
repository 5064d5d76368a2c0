/**
 * Takes what one consumer may have of one shard, in one step of the server. A shard belongs to whoever has something pending of
 * it: everybody else gets nothing, so that no two consumers ever hold a subject. What is pending of consumers that were not heard
 * of for the lease changes hands, oldest first, before anything new is read; so does what is pending of this one and not in its
 * hands: the answer that brought it was lost.
 *
 * KEYS: stream. ARGV: group, consumer, lease in ms, most to take, ids this consumer holds, as one text with commas around each.
 * Returns entries as {id, times handed out before, fields}.
 */
export const TAKE = `
local stream, group, me = KEYS[1], ARGV[1], ARGV[2]
local lease, room, held = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local taken = {}
local pending = redis.call('XPENDING', stream, group, '-', '+', room + 300)
for _, entry in ipairs(pending) do
  local id, owner, idle, times = entry[1], entry[2], entry[3], entry[4]
  if owner == me and string.find(held, ',' .. id .. ',', 1, true) then
    -- in hand
  elseif (owner ~= me and idle < lease) or #taken == room then
    return taken -- what follows it has to wait
  else
    local claimed = redis.call('XCLAIM', stream, group, me, 0, id)
    if claimed[1] then
      taken[#taken + 1] = {id, times, claimed[1][2]}
    else
      redis.call('XACK', stream, group, id) -- trimmed away: there is nothing left to hand out
    end
  end
end
if #taken >= room then return taken end
local answer = redis.call('XREADGROUP', 'GROUP', group, me, 'COUNT', room - #taken, 'STREAMS', stream, '>')
if answer and answer[1] then
  for _, entry in ipairs(answer[1][2]) do
    taken[#taken + 1] = {entry[1], 0, entry[2]}
  end
end
return taken
`;

/** Settles an entry, and deletes it unless other groups may still have to read it. KEYS: stream. ARGV: group, consumer, id. */
export const SETTLE = `
redis.call('XACK', KEYS[1], ARGV[1], ARGV[3])
if #redis.call('XINFO', 'GROUPS', KEYS[1]) == 1 then redis.call('XDEL', KEYS[1], ARGV[3]) end
return 1
`;

/** Lets go of an entry, for others to have at once. KEYS: stream. ARGV: group, consumer, id, times it was handed out. */
export const RELEASE = `
local mine = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
if mine[1] then
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'IDLE', 2000000000, 'RETRYCOUNT', ARGV[4], 'JUSTID')
end
return 1
`;

/** Begins anew the leases of what is still this consumer's. KEYS: stream. ARGV: group, consumer, ids. */
export const RENEW = `
for at = 3, #ARGV do
  local mine = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[at], ARGV[at], 1, ARGV[2])
  if mine[1] then redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[at], 'JUSTID') end
end
return 1
`;

/**
 * Says that a consumer is there, forgets those that were not heard of, and names all. KEYS: sorted set. ARGV: consumer, ms after
 * which one is forgotten.
 */
export const MEET = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('ZADD', KEYS[1], now, ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`;
