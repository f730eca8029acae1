package dev.pawl.server.metrics;

import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler.IgnoredMeters;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.filter.ServerHttpObservationFilter;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({MetricsController.class, DatabaseMeters.class, HealthConfiguration.class})
public class MetricsConfiguration {

  @Bean
  ChainFilter requestObservation(MeterRegistry registry) {
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new DefaultMeterObservationHandler(registry, IgnoredMeters.LONG_TASK_TIMER));
    return new ChainFilter(
        FilterOrder.REQUEST_OBSERVATION, new ServerHttpObservationFilter(observations));
  }

  @Bean
  JvmGcMetrics jvmGcMetrics() {
    return new JvmGcMetrics();
  }

  /** Registers the meters of the process. The collector's is a bean because it has to be closed. */
  @Bean
  ProcessMeters processMeters(MeterRegistry registry, JvmGcMetrics collector) {
    ProcessMeters meters =
        new ProcessMeters(
            List.of(
                collector,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics()));
    meters.all().forEach(binder -> binder.bindTo(registry));
    return meters;
  }

  /** The binders of the process, which hold what their gauges read. */
  record ProcessMeters(List<MeterBinder> all) {}
}
