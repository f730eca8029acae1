package dev.pawl.server.console;

import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {

  @Bean
  ConsolePage consolePage() {
    return ConsolePage.read();
  }

  @Bean
  ChainFilter consoleFilter(ConsolePage page, Predicate<HttpServletRequest> isEndpoint) {
    return new ChainFilter(FilterOrder.CONSOLE, new ConsoleFilter(page, isEndpoint));
  }
}
