package dev.pawl.server.access;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Refuses to start a server with a door that nobody thought of, or a row without a door. */
final class EveryDoorIsKnown implements SmartInitializingSingleton {

  /** For browsers of people who are not known yet. */
  private static final Set<String> PAGES = Set.of("GET /", "GET " + SignInController.PATH);

  private final RequestMappingHandlerMapping mapping;

  EveryDoorIsKnown(RequestMappingHandlerMapping mapping) {
    this.mapping = mapping;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Set<String> doors = new TreeSet<>();
    for (RequestMappingInfo info : mapping.getHandlerMethods().keySet()) {
      for (String pattern : info.getPatternValues()) {
        for (RequestMethod method : info.getMethodsCondition().getMethods()) {
          doors.add(method + " " + pattern);
        }
      }
    }
    doors.removeAll(PAGES);
    if (!doors.equals(Doors.all())) {
      throw new IllegalStateException(
          "doors and the table of doors differ: " + doors + " and " + Doors.all());
    }
  }
}
