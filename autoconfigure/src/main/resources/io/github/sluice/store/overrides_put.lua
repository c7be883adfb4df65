-- Says something of a caller: KEYS[1] the hash; ARGV the caller, what to say, for how many milliseconds, and how many
-- callers the hash may hold. What has ended is dropped. Returns {1}, or {0} if the hash is full.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all = redis.call('HGETALL', KEYS[1])
local count = #all / 2
local known = false
for i = 1, #all, 2 do
  local ends = tonumber(string.match(all[i + 1], '^%d+')) or 0
  if all[i] == ARGV[1] then
    known = true
  elseif ends <= now then
    redis.call('HDEL', KEYS[1], all[i])
    count = count - 1
  end
end
if not known and count >= tonumber(ARGV[4]) then
  return {0}
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[3]) .. '\n' .. ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return {1}
