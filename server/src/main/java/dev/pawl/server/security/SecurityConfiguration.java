package dev.pawl.server.security;

import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Callers;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.access.SessionCookie;
import dev.pawl.server.access.SignInController;
import dev.pawl.server.access.SignIns;
import dev.pawl.server.guard.AnonymousRateLimit;
import dev.pawl.server.guard.SecurityHeaders;
import dev.pawl.server.web.ChainFilter;
import dev.pawl.server.web.FilterOrder;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.DelegatingAuthenticationConverter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The filter chain of Spring Security, which contains all filters of the server in the order of
 * {@link FilterOrder}. A further way to authenticate is an {@link AuthenticationProvider} bean and
 * a {@link ChainFilter} that reads its credentials.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class SecurityConfiguration {

  @Bean
  AuthenticationProvider apiKeyProvider(ApiKeys keys) {
    return new CredentialProvider(Credential.ApiKey.class, keys::caller);
  }

  @Bean
  AuthenticationProvider sessionProvider(SignIns signIns) {
    return new CredentialProvider(Credential.Session.class, signIns::caller);
  }

  @Bean
  AuthenticationManager authenticationManager(List<AuthenticationProvider> providers) {
    return new ProviderManager(providers);
  }

  @Bean
  Callers callers(AuthenticationManager manager, SessionCookie cookie) {
    return new Callers(
        new DelegatingAuthenticationConverter(Credentials.apiKey(), Credentials.session(cookie)),
        manager);
  }

  @Bean
  SecurityProblems securityProblems(AnonymousRateLimit limit) {
    return new SecurityProblems(limit);
  }

  @Bean
  ChainFilter keyInQueryFilter() {
    return new ChainFilter(FilterOrder.KEY_IN_QUERY, new KeyInQueryFilter());
  }

  @Bean
  ChainFilter apiKeyFilter(
      AuthenticationManager manager, Endpoints endpoints, SecurityProblems problems) {
    return new ChainFilter(
        FilterOrder.API_KEY,
        authenticationFilter(manager, Credentials.apiKey(), endpoints, problems));
  }

  @Bean
  ChainFilter sessionFilter(
      AuthenticationManager manager,
      SessionCookie cookie,
      Endpoints endpoints,
      SecurityProblems problems) {
    return new ChainFilter(
        FilterOrder.SESSION,
        authenticationFilter(manager, Credentials.session(cookie), endpoints, problems));
  }

  private static Filter authenticationFilter(
      AuthenticationManager manager,
      AuthenticationConverter credentials,
      Endpoints endpoints,
      SecurityProblems problems) {
    AuthenticationFilter filter = new AuthenticationFilter(manager, credentials);
    filter.setRequestMatcher(new NegatedRequestMatcher(open(endpoints)));
    filter.setSuccessHandler((request, response, known) -> {});
    filter.setFailureHandler(problems::commence);
    return filter;
  }

  /**
   * Returns true for requests that belong to an endpoint or to the folder of the API, and not to
   * the web console.
   */
  @Bean
  Predicate<HttpServletRequest> isEndpoint(Endpoints endpoints) {
    RequestMatcher open = open(endpoints);
    RequestMatcher others =
        new OrRequestMatcher(
            Stream.concat(endpoints.names().stream(), Stream.of("GET /api", "GET /api/**"))
                .<RequestMatcher>map(
                    name ->
                        PathPatternRequestMatcher.pathPattern(
                            name.substring(name.indexOf(' ') + 1)))
                .distinct()
                .toList());
    // A sign-in link has a code; without one, the path is the sign-in page of the console.
    return request ->
        others.matches(request)
            || open.matches(request)
                && (!request.getRequestURI().equals(SignInController.PATH)
                    || request.getParameter("code") != null);
  }

  private static RequestMatcher open(Endpoints endpoints) {
    return new OrRequestMatcher(
        endpoints.openPaths().stream()
            .<RequestMatcher>map(PathPatternRequestMatcher::pathPattern)
            .toList());
  }

  /**
   * Lets encoded characters pass that names of events and flows may contain, and leaves unknown
   * paths and methods to Spring MVC, whose problems help more. That is safe since permissions are
   * checked for the controller method that was chosen, and never by comparing paths.
   */
  @Bean
  HttpFirewall httpFirewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setUnsafeAllowAnyHttpMethod(true);
    firewall.setAllowUrlEncodedPercent(true);
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedDoubleSlash(true);
    firewall.setAllowUrlEncodedPeriod(true);
    firewall.setAllowUrlEncodedLineFeed(true);
    firewall.setAllowUrlEncodedCarriageReturn(true);
    firewall.setAllowUrlEncodedLineSeparator(true);
    firewall.setAllowUrlEncodedParagraphSeparator(true);
    firewall.setAllowBackSlash(true);
    firewall.setAllowSemicolon(true);
    return firewall;
  }

  @Bean
  SecurityFilterChain securityFilterChain(
      HttpSecurity http,
      List<ChainFilter> filters,
      SessionCookie cookie,
      Endpoints endpoints,
      SecurityProblems problems) {
    filters.stream()
        .sorted()
        .forEach(
            one ->
                http.addFilterAfter(
                    one.filter(),
                    one.order().compareTo(FilterOrder.AUTHORIZATION) < 0
                        ? HeaderWriterFilter.class
                        : AuthorizationFilter.class));
    return http.headers(
            headers -> headers.defaultsDisabled().addHeaderWriter(SecurityHeaders.WRITER))
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        // Sessions are protected by a header and the origin: see CallerAuthorization.
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .exceptionHandling(
            handling -> handling.authenticationEntryPoint(problems).accessDeniedHandler(problems))
        .authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers(open(endpoints))
                    .permitAll()
                    .anyRequest()
                    .access(new CallerAuthorization(cookie)))
        .build();
  }
}
