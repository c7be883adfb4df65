-- What operators have said of callers and still holds: KEYS[1] is a hash from callers to
-- "<end, in ms since the epoch>\n<what was said>". Returns caller, what was said and milliseconds left, for each.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all = redis.call('HGETALL', KEYS[1])
local found = {}
for i = 1, #all, 2 do
  local break_at = string.find(all[i + 1], '\n', 1, true)
  local left = break_at and (tonumber(string.sub(all[i + 1], 1, break_at - 1)) or 0) - now or 0
  if left > 0 then
    found[#found + 1] = all[i]
    found[#found + 1] = string.sub(all[i + 1], break_at + 1)
    found[#found + 1] = left
  end
end
return found
