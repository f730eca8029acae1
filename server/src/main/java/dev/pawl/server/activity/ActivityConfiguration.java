package dev.pawl.server.activity;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  FlowActivityController.class,
  FlowSummaryController.class,
  VersionRunsController.class,
  DependentsController.class
})
public class ActivityConfiguration {}
