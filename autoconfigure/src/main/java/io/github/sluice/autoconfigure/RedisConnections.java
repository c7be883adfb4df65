package io.github.sluice.autoconfigure;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/** The connection factory that Sluice uses, of all that there may be; not the factory itself, which a bean of that type would be. */
record RedisConnections(ReactiveRedisConnectionFactory factory) {}
