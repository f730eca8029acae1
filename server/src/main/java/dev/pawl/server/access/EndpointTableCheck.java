package dev.pawl.server.access;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Fails the start of a server whose mapped methods and whose table {@link Endpoints} differ. */
final class EndpointTableCheck implements SmartInitializingSingleton {

  private final RequestMappingHandlerMapping mapping;
  private final Endpoints endpoints;

  EndpointTableCheck(RequestMappingHandlerMapping mapping, Endpoints endpoints) {
    this.mapping = mapping;
    this.endpoints = endpoints;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Set<String> mapped = new TreeSet<>();
    for (RequestMappingInfo info : mapping.getHandlerMethods().keySet()) {
      for (String pattern : info.getPatternValues()) {
        Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
        if (methods.isEmpty()) {
          throw new IllegalStateException(
              pattern + " is mapped for all methods; map each method by itself");
        }
        methods.forEach(method -> mapped.add(Endpoints.name(method, pattern)));
      }
    }
    if (!mapped.equals(endpoints.all())) {
      throw new IllegalStateException(
          "the mapped methods and the table of endpoints differ: %s and %s"
              .formatted(mapped, endpoints.all()));
    }
  }
}
