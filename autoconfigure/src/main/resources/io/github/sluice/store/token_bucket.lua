-- Decides requests for one token bucket: TokenBucket.java, in Redis.
--
-- KEYS[1]  the bucket
-- ARGV     the number of limits; for each limit its name, capacity, units per token, units per tick and microseconds
--          per tick (see Scale.java); then the costs, decided in order
-- Returns  for each cost 1 or 0 (allowed or not), then for each limit its level in units and its hold in microseconds
--
-- Stored is, for each limit, the level, its units per token, the time in microseconds from which on it drips, and the
-- name. A denial stores nothing. Every number stays a whole number below 2^53, where a double is exact.

local floor = math.floor

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

-- A level that was stored under other units, or a larger capacity, in the units of now.
local function rescale(units, stored_per_token, capacity, per_token)
  local tokens = floor(units / stored_per_token)
  if tokens >= capacity then
    return capacity * per_token
  end
  if stored_per_token == per_token then
    return units
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

local function unpack_levels(value)
  local levels, position = {}, 1
  while position <= #value do
    local units, per_token, at, name
    units, per_token, at, name, position = struct.unpack('<dddBc0', value, position)
    levels[name] = { units, per_token, at }
  end
  return levels
end

local function decide_one_limit(value, now)
  local name, capacity, per_token = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
  local per_tick, tick = tonumber(ARGV[5]), tonumber(ARGV[6])
  local full = capacity * per_token
  local units, at, restarted = full, now, false

  if value then
    local stored_units, stored_per_token, stored_at, stored_name = struct.unpack('<dddBc0', value)
    if stored_name ~= name then
      stored_units, stored_per_token, stored_at = unpack(unpack_levels(value)[name] or {})
    end
    if stored_units then
      stored_units = rescale(stored_units, stored_per_token, capacity, per_token)
      units, at, restarted = drip(stored_units, stored_at, now, full, per_tick, tick)
    end
  end

  local reply, size, taken = {}, 0, false
  for i = 7, #ARGV do
    local cost = tonumber(ARGV[i])
    local allowed = 0
    -- The cost is compared first: a cost above the capacity may pass 2^53 in units.
    if cost <= capacity and units >= cost * per_token then
      allowed = 1
      if cost > 0 then
        units = units - cost * per_token
        taken = true
      end
    end
    reply[size + 1], reply[size + 2], reply[size + 3] = allowed, units, at - now
    size = size + 3
  end

  if taken or restarted then
    store(pack(units, per_token, at, name), micros_until_full(units, at, now, full, per_tick, tick))
  end
  return reply
end

local function decide_many_limits(value, now, count)
  local levels = value and unpack_levels(value) or {}
  local limits, restarted, reply, taken = {}, false, {}, false

  for i = 1, count do
    local base = 5 * i - 3
    local limit = {
      name = ARGV[base],
      capacity = tonumber(ARGV[base + 1]),
      per_token = tonumber(ARGV[base + 2]),
      per_tick = tonumber(ARGV[base + 3]),
      tick = tonumber(ARGV[base + 4]),
    }
    limit.full = limit.capacity * limit.per_token
    limit.units, limit.at = limit.full, now
    limit.stored = levels[limit.name]
    if limit.stored then
      local units = rescale(limit.stored[1], limit.stored[2], limit.capacity, limit.per_token)
      limit.units, limit.at, limit.restarted =
        drip(units, limit.stored[3], now, limit.full, limit.per_tick, limit.tick)
      restarted = restarted or limit.restarted
    end
    limits[i] = limit
  end

  for i = 5 * count + 2, #ARGV do
    local cost, allowed = tonumber(ARGV[i]), 1
    for _, limit in ipairs(limits) do
      if cost > limit.capacity or limit.units < cost * limit.per_token then
        allowed = 0
      end
    end
    reply[#reply + 1] = allowed
    for _, limit in ipairs(limits) do
      if allowed == 1 and cost > 0 then
        limit.units = limit.units - cost * limit.per_token
        taken = true
      end
      reply[#reply + 1] = limit.units
      reply[#reply + 1] = limit.at - now
    end
  end

  if taken or restarted then
    local packed, longest = {}, 0
    for _, limit in ipairs(limits) do
      if taken or limit.restarted then
        packed[#packed + 1] = pack(limit.units, limit.per_token, limit.at, limit.name)
      elseif limit.stored then
        packed[#packed + 1] = pack(limit.stored[1], limit.stored[2], limit.stored[3], limit.name)
      end
      local wait = micros_until_full(limit.units, limit.at, now, limit.full, limit.per_tick, limit.tick)
      longest = math.max(longest, wait)
    end
    store(table.concat(packed), longest)
  end
  return reply
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local value = redis.call('GET', KEYS[1])

if ARGV[1] == '1' then
  return decide_one_limit(value, now)
end
return decide_many_limits(value, now, tonumber(ARGV[1]))
