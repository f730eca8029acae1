package dev.pawl.server.view;

import dev.pawl.postgres.connection.TenantDatabase;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({ViewsController.class, PreferencesController.class})
public class ViewConfiguration {

  @Bean
  SavedViews savedViews(TenantDatabase tenanted) {
    return new SavedViews(tenanted);
  }

  @Bean
  Preferences preferences(TenantDatabase tenanted) {
    return new Preferences(tenanted);
  }
}
