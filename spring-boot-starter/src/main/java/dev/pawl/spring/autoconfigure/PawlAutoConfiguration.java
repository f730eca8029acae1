package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import dev.pawl.PawlBuilder;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.job.WorkflowEngine;
import dev.pawl.spring.PawlBuilderCustomizer;
import dev.pawl.triggers.Triggers;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/**
 * Runs Pawl in a Spring Boot application, on its data source and with its beans as handlers. One
 * class file serves Boot 3.5 and 4.x: it names no Boot type whose package differs between them,
 * except in nested configurations that are read only where the type exists.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnProperty(
    prefix = "pawl",
    name = "enabled",
    havingValue = "true",
    matchIfMissing = true)
@EnableConfigurationProperties(PawlProperties.class)
public class PawlAutoConfiguration {

  /** Starts the engine on the data source of the application. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(DataSource.class)
  public Pawl pawl(
      DataSource dataSource,
      PawlProperties properties,
      Environment environment,
      BeanHandlers handlers,
      ClassPathFlows flows,
      ObjectProvider<PawlBuilderCustomizer> customizers) {
    PawlBuilder builder =
        Pawl.on(dataSource)
            .tenant(properties.tenant())
            .name(name(properties, environment))
            .handlers(handlers::find)
            .transactions(new SpringTransactions(dataSource));
    Optional.ofNullable(properties.lease()).ifPresent(builder::lease);
    Optional.ofNullable(properties.gracePeriod()).ifPresent(builder::gracePeriod);
    Optional.ofNullable(properties.maxConcurrentHandlers())
        .ifPresent(builder::maxConcurrentHandlers);
    Optional.ofNullable(properties.maxExecutionsInMemory())
        .ifPresent(builder::maxExecutionsInMemory);
    Optional.ofNullable(properties.retention()).ifPresent(builder::retention);
    if (properties.behindPooler()) {
      builder.behindPooler();
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    Pawl pawl = builder.start();
    try {
      flows.deployTo(pawl);
      return pawl;
    } catch (RuntimeException e) {
      handlers.close();
      pawl.close();
      throw e;
    }
  }

  /** Returns the name of this program among the nodes of the database. */
  static String name(PawlProperties properties, Environment environment) {
    return Optional.ofNullable(properties.name())
        .orElse(environment.getProperty("spring.application.name", "spring"));
  }

  /** Finds the handlers among the beans, once all of them exist. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  BeanHandlers pawlBeanHandlers(
      ConfigurableListableBeanFactory beans,
      ObjectProvider<JsonBinder> binder,
      ObjectProvider<BuiltInHandlers> builtIn) {
    return new BeanHandlers(beans, binder::getObject, () -> builtIn.orderedStream().toList());
  }

  /** Finds the definitions on the class path. */
  @Bean
  @ConditionalOnMissingBean
  ClassPathFlows pawlClassPathFlows(PawlProperties properties, ResourceLoader resources) {
    return new ClassPathFlows(properties.flows(), resources);
  }

  /** Converts JSON with the application's Jackson mapper, if it has one. */
  @Bean
  @ConditionalOnMissingBean
  JsonBinder pawlJsonBinder(ConfigurableListableBeanFactory beans) {
    return JacksonBinder.of(beans).orElse(JsonBinder.RECORDS);
  }

  /** Lets handlers run while the application runs. */
  @Bean
  @ConditionalOnBean(Pawl.class)
  PawlLifecycle pawlLifecycle(Pawl pawl, BeanHandlers handlers, ObjectProvider<Triggers> triggers) {
    return new PawlLifecycle(
        () -> {
          triggers.ifAvailable(Triggers::close);
          pawl.close();
        },
        handlers);
  }

  /** Starts and cancels workflows. */
  @Bean
  @ConditionalOnBean(Pawl.class)
  @ConditionalOnMissingBean
  public WorkflowEngine workflowEngine(Pawl pawl, JsonBinder binder) {
    return new PawlWorkflowEngine(pawl, binder);
  }

  /** Publishes metrics in the registry of the application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
  static class Metrics {

    @Bean
    PawlBuilderCustomizer pawlMetrics(ObjectProvider<MeterRegistry> registries) {
      return builder -> registries.ifUnique(builder::metrics);
    }
  }
}
