-- Decides requests for one token bucket: TokenBucket.java, in Redis.
--
-- KEYS[1]  the bucket
-- ARGV[1]  the policy: for each limit its capacity, units per token, units per tick and microseconds per tick (see
--          Scale.java), and its name
-- ARGV     then the charges, decided in order: a take is its cost, and so many equal ones in a row are cost and number,
--          such as 5*12; a settlement is "s", its tokens, and how many tokens below 0 it may charge each limit, such as
--          s7:20:100
-- Returns  for each argument how many are allowed, which are the first ones, then for each limit its level in units
--          afterwards and its hold in microseconds
--
-- Stored is, for each limit, the level, its units per token, the time in microseconds from which on it drips, and the
-- name. A denial stores nothing. Every number stays a whole number below 2^53, where a double is exact.

local floor = math.floor
local policy = ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local value = redis.call('GET', KEYS[1])

-- The short way of nearly all requests: takes from one limit that drips by the microsecond, stored by the same units and
-- not ahead of the clock. It comes before the functions below, for they are made by each call that gets there: a quarter
-- of its time.
local capacity, per_token, per_tick, tick, name, next_limit = struct.unpack('<ddddBc0', policy)
local full = capacity * per_token
local units, usual = full, tick == 1 and next_limit > #policy
if usual and value then
  local stored_units, stored_per_token, at, stored_name = struct.unpack('<dddBc0', value)
  local missing = full - stored_units
  usual = stored_name == name and stored_per_token == per_token and missing >= 0 and missing < 2^53 and at <= now
  -- The comparison comes before the product, so that no idle time overflows it.
  if now - at < missing / per_tick then
    units = stored_units + (now - at) * per_tick
  end
end
if usual then
  local reply, taken = { 0, 0, 0 }, false
  for i = 2, #ARGV do
    local cost, count, allowed = tonumber(ARGV[i]), 1, 0
    if not cost then
      cost, count = string.match(ARGV[i], '^(%d+)%*(%d+)$')
      cost, count = tonumber(cost), tonumber(count)
      if not cost then
        usual = false
        break
      end
    end
    -- The cost is compared first: a cost above the capacity may pass 2^53 in units.
    if cost <= capacity and units >= cost * per_token then
      allowed = count
      if cost > 0 then
        if count > 1 then
          allowed = math.min(count, floor(units / (cost * per_token)))
        end
        units, taken = units - allowed * cost * per_token, true
      end
    end
    reply[3 * i - 5], reply[3 * i - 4], reply[3 * i - 3] = allowed, units, 0
  end
  if usual then
    if taken then
      local millis = -floor(floor((units - full) / per_tick) / 1000)
      local level = struct.pack('<dddBc0', units, per_token, now, #name, name)
      redis.call('SET', KEYS[1], level, 'PX', string.format('%.0f', millis))
    end
    return reply
  end
end

-- floor(a * b / c) for a < c by long multiplication: the product itself may pass 2^53.
local function multiply_divide(a, b, c)
  local quotient, rest, bit = 0, 0, 1
  while bit * 2 <= b do
    bit = bit * 2
  end
  while bit >= 1 do
    quotient = quotient + quotient
    if rest >= c - rest then
      rest = rest - (c - rest)
      quotient = quotient + 1
    else
      rest = rest + rest
    end
    if b >= bit then
      b = b - bit
      if rest >= c - a then
        rest = rest - (c - a)
        quotient = quotient + 1
      else
        rest = rest + a
      end
    end
    bit = bit / 2
  end
  return quotient
end

-- A level that was stored under other units, or other capacities, in the units of now. A debt that was made under other
-- limits stays, unless it is too large to be counted at all.
local function rescale(units, stored_per_token, capacity, per_token)
  local tokens = floor(units / stored_per_token)
  if tokens >= capacity then
    return capacity * per_token
  end
  local lowest = capacity * per_token - (2^53 - 1)
  if stored_per_token == per_token then
    return math.max(units, lowest)
  end
  if tokens < -floor(-lowest / per_token) then
    return lowest
  end
  return tokens * per_token + multiply_divide(units - tokens * stored_per_token, per_token, stored_per_token)
end

-- Brings a level up to now; the third result is true if the stored time was bogus and dripping starts again.
local function drip(units, at, now, full, per_tick, tick)
  local elapsed = now - at
  if elapsed < 0 then
    local fill = floor(full / per_tick) * tick
    if tick > 1 then
      fill = fill + multiply_divide(full % per_tick, tick, per_tick)
    end
    if -elapsed > fill then
      return units, now, true
    end
    return units, at, false
  end
  local ticks = floor(elapsed / tick)
  -- The clamp comes before the product, so that no idle time overflows it.
  if ticks >= -floor((units - full) / per_tick) then
    return full, now, false
  end
  units = units + ticks * per_tick
  local rest = elapsed - ticks * tick
  -- A bucket that fills within this tick is full and keeps no part of the tick.
  if rest > 0 and full - units <= multiply_divide(rest, per_tick, tick) then
    return full, now, false
  end
  return units, now - rest, false
end

-- Charges down to the most debt, or gives back up to the capacity. A level that is lower already stays there.
local function settle(limit, tokens, most_debt, now)
  local per_token, full, lowest = limit.per_token, limit.full, 0 - most_debt * limit.per_token
  -- A level that stops at either end stops there now: the part of the tick that has passed is spent with it. The
  -- comparisons are in tokens, for the product may pass 2^53.
  local dripped = limit.units + multiply_divide(math.max(0, now - limit.at), limit.per_tick, limit.tick)
  if tokens > 0 and tokens > floor((dripped - lowest) / per_token) then
    if dripped >= lowest then
      limit.units, limit.at = lowest, math.max(limit.at, now)
    end
  elseif tokens < 0 and -tokens >= -floor((dripped - full) / per_token) then
    limit.units, limit.at = full, math.max(limit.at, now)
  else
    limit.units = limit.units - tokens * per_token
  end
end

local function micros_until_full(units, at, now, full, per_tick, tick)
  if units >= full then
    return 0
  end
  return -floor((units - full) / per_tick) * tick + at - now
end

local function pack(units, per_token, at, name)
  return struct.pack('<dddBc0', units, per_token, at, #name, name)
end

local function store(value, micros)
  local millis = -floor(-micros / 1000)
  if millis < 1 then
    millis = 1
  end
  redis.call('SET', KEYS[1], value, 'PX', string.format('%.0f', millis))
end

local stored, position = {}, 1
while value and position <= #value do
  local level = {}
  level.units, level.per_token, level.at, level.name, position = struct.unpack('<dddBc0', value, position)
  stored[level.name] = level
end

local limits, restarted, changed = {}, false, false
position = 1
while position <= #policy do
  local limit = {}
  limit.capacity, limit.per_token, limit.per_tick, limit.tick, limit.name, position =
    struct.unpack('<ddddBc0', policy, position)
  limit.full = limit.capacity * limit.per_token
  limit.units, limit.at = limit.full, now
  limit.stored = stored[limit.name]
  if limit.stored then
    local level = rescale(limit.stored.units, limit.stored.per_token, limit.capacity, limit.per_token)
    limit.units, limit.at, limit.restarted = drip(level, limit.stored.at, now, limit.full, limit.per_tick, limit.tick)
    restarted = restarted or limit.restarted
  end
  limits[#limits + 1] = limit
end

local reply = {}
for i = 2, #ARGV do
  local cost, allowed, numbers, tokens = tonumber(ARGV[i]), 1, nil, nil
  if not cost then
    cost, allowed = string.match(ARGV[i], '^(%d+)%*(%d+)$')
    cost, allowed = tonumber(cost), tonumber(allowed) or 1
  end
  if not cost then
    numbers = string.gmatch(ARGV[i], '-?%d+')
    tokens = tonumber(numbers())
  end
  for _, limit in ipairs(limits) do
    if cost and (cost > limit.capacity or limit.units < cost * limit.per_token) then
      allowed = 0
    elseif cost and cost > 0 then
      allowed = math.min(allowed, floor(limit.units / (cost * limit.per_token)))
    end
  end
  reply[#reply + 1] = allowed
  for _, limit in ipairs(limits) do
    local units, at = limit.units, limit.at
    if numbers then
      settle(limit, tokens, tonumber(numbers()), now)
    elseif allowed > 0 then
      limit.units = units - allowed * cost * limit.per_token
    end
    changed = changed or limit.units ~= units or limit.at ~= at
    reply[#reply + 1] = limit.units
    reply[#reply + 1] = limit.at - now
  end
end

if changed or restarted then
  local levels, longest = {}, 0
  for _, limit in ipairs(limits) do
    if changed or limit.restarted then
      levels[#levels + 1] = pack(limit.units, limit.per_token, limit.at, limit.name)
    elseif limit.stored then
      levels[#levels + 1] = pack(limit.stored.units, limit.stored.per_token, limit.stored.at, limit.name)
    end
    local wait = micros_until_full(limit.units, limit.at, now, limit.full, limit.per_tick, limit.tick)
    longest = math.max(longest, wait)
  end
  store(table.concat(levels), longest)
end
return reply
