package dev.pawl.server;

import dev.pawl.server.access.Endpoints;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RestController;

/** The table of endpoints for tests that need it before a server runs. */
public final class ServerEndpoints {

  public static final Endpoints TABLE = scanned();

  private ServerEndpoints() {}

  private static Endpoints scanned() {
    ClassPathScanningCandidateComponentProvider scanner =
        new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
    return Endpoints.of(
        scanner.findCandidateComponents(PawlServer.class.getPackageName()).stream()
            .map(
                bean ->
                    ClassUtils.resolveClassName(
                        bean.getBeanClassName(), PawlServer.class.getClassLoader())));
  }
}
