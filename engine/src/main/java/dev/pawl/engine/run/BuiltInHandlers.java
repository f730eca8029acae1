package dev.pawl.engine.run;

import dev.pawl.model.FlowResource;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handlers of the resources that need no worker: {@code echo}, {@code RUN_FLOW}, and those that a
 * program adds. They ignore task tokens: a Task that waits for its token is completed by another
 * program.
 */
public final class BuiltInHandlers implements ExecutionPorts {

  /** The suffix of resources whose Task waits until its task token is answered. */
  public static final String TOKEN_SUFFIX = ".waitForTaskToken";

  private final Map<String, Handler> handlers = new LinkedHashMap<>();

  /** Returns its input. */
  private static final class Echo implements Handler {

    private static final HandlerDescriptor DESCRIPTOR =
        new HandlerDescriptor(
            "Echo",
            "Data",
            "Returns its input.",
            "repeat",
            JsonBool.TRUE,
            JsonBool.TRUE,
            JsonBool.TRUE,
            List.of(),
            EffectScope.NONE,
            Optional.empty());

    @Override
    public Json handle(HandlerCall call) {
      return call.input();
    }

    @Override
    public HandlerDescriptor descriptor() {
      return DESCRIPTOR;
    }
  }

  /**
   * Creates the handlers of a node.
   *
   * @param more handlers besides those two, by resource; an alias has the same handler as the name
   *     before it that it stands for
   */
  public BuiltInHandlers(Map<String, Handler> more) {
    handlers.put("echo", new Echo());
    handlers.put(FlowResource.RUN_FLOW, new RunFlow());
    handlers.putAll(more);
  }

  /** Returns the handlers by resource, without suffix. */
  public Map<String, Handler> handlers() {
    return Collections.unmodifiableMap(handlers);
  }

  /** Returns the name that a resource is an alias of; empty if it is none. */
  public Optional<String> aliasedName(String resource) {
    Handler handler = handlers.get(resource);
    return handlers.entrySet().stream()
        .filter(entry -> entry.getValue().equals(handler))
        .map(Map.Entry::getKey)
        .findFirst()
        .filter(name -> !name.equals(resource));
  }

  /** Returns true if a resource, with or without the suffix, is built in. */
  public boolean has(String resource) {
    return handlers.containsKey(base(resource));
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return Optional.ofNullable(handlers.get(base(resource)));
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
