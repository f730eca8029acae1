package dev.pawl.engine.run;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Handlers of the resources that need no worker; {@code pawl run} and every server provide them.
 * They ignore task tokens: a Task that waits for its token is completed by another program.
 */
public final class BuiltInHandlers implements ExecutionPorts {

  /** The suffix of resources whose Task waits until its task token is answered. */
  public static final String TOKEN_SUFFIX = ".waitForTaskToken";

  private static final Map<String, Handler> HANDLERS = Map.of("echo", HandlerCall::input);

  /** Returns the names of the resources, without suffix. */
  public static Set<String> names() {
    return HANDLERS.keySet();
  }

  /** Returns true if a resource, with or without the suffix, is built in. */
  public static boolean has(String resource) {
    return HANDLERS.containsKey(base(resource));
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return Optional.ofNullable(HANDLERS.get(base(resource)));
  }

  @Override
  public boolean mayServe(String resource) {
    return has(resource);
  }

  private static String base(String resource) {
    return resource.endsWith(TOKEN_SUFFIX)
        ? resource.substring(0, resource.length() - TOKEN_SUFFIX.length())
        : resource;
  }
}
