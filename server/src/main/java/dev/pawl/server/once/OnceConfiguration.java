package dev.pawl.server.once;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.web.Round;
import java.time.Duration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What this room is made of. */
@Configuration(proxyBeanMethods = false)
public class OnceConfiguration implements WebMvcConfigurer {

  /** Behind the filter that knows who calls. */
  private static final int ORDER = 40;

  /** Behind the doorkeeper, and before those who count what is done. */
  private static final int REPLAY = 10;

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new Replay()).addPathPatterns("/api/**").order(REPLAY);
  }

  @Bean
  Answered answered(Tenanted tenanted, Borrowed borrowed) {
    return new Answered(tenanted, borrowed);
  }

  @Bean
  FilterRegistrationBean<OnceFilter> onceFilter(Answered answered) {
    FilterRegistrationBean<OnceFilter> filter =
        new FilterRegistrationBean<>(new OnceFilter(answered));
    filter.setOrder(ORDER);
    return filter;
  }

  @Bean
  Round forgetAnswers(Answered answered) {
    return new Round("forgetting answers", Duration.ofMinutes(5), isOver -> answered.forgetOld());
  }
}
