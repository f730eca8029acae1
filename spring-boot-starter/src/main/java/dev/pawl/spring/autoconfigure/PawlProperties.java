package dev.pawl.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code pawl.*} of an application.
 *
 * @param enabled whether the engine is part of the application
 * @param tenant the tenant whose flows and executions are used
 * @param name the name of this program among the nodes of the database; null: the name of the
 *     application
 * @param flows patterns of the definitions that are deployed at the start
 * @param lease how long this program may fail to renew its lease before others take over
 * @param gracePeriod how long a shutdown waits for running handlers
 * @param maxConcurrentHandlers how many handlers run at the same time
 * @param maxExecutionsInMemory how many executions are kept in memory
 * @param retention how long finished executions are kept after their start; null: for ever
 * @param behindPooler whether a transaction pooler is in front of the database
 */
@ConfigurationProperties("pawl")
public record PawlProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("1") int tenant,
    @Nullable String name,
    @DefaultValue({
          "classpath*:/flows/*.json",
          "classpath*:/flows/*.yaml",
          "classpath*:/flows/*.yml"
        })
        List<String> flows,
    @Nullable Duration lease,
    @Nullable Duration gracePeriod,
    @Nullable Integer maxConcurrentHandlers,
    @Nullable Integer maxExecutionsInMemory,
    @Nullable Duration retention,
    @DefaultValue("false") boolean behindPooler) {}
