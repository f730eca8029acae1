package dev.pawl.sdk.action;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes an {@link ActionHandler} the handler of a Task. */
public final class ActionHandlerAdapter implements Handler {

  private final ActionHandler handler;

  public ActionHandlerAdapter(ActionHandler handler) {
    this.handler = handler;
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    ActionResult result = handler.execute(new ActionCall(call));
    if (!result.successful()) {
      throw new HandlerException(
          result.errorName().orElse(ActionResult.DEFAULT_ERROR),
          result.errorMessage().orElse("action %s failed".formatted(handler.getKey())));
    }
    return call.services().binder().write(result.outputData());
  }

  /**
   * Returns the descriptor of the action.
   *
   * @throws IllegalArgumentException if a schema is not JSON
   */
  @Override
  public HandlerDescriptor descriptor() {
    ActionHandlerDescriptor known = handler.getDescriptor();
    if (known == null) {
      return new HandlerDescriptor(handler.getKey(), "");
    }
    return new HandlerDescriptor(
        text(known.getDisplayName()),
        text(known.getCategory()),
        text(known.getDescription()),
        text(known.getIcon()),
        schema("getConfigSchema", known.getConfigSchema()),
        schema("getInputSchema", known.getInputSchema()),
        schema("getOutputSchema", known.getOutputSchema()),
        List.of(),
        HandlerDescriptor.EffectScope.EXTERNAL,
        Optional.empty());
  }

  private Json schema(String getter, @Nullable String schema) {
    if (text(schema).isBlank()) {
      return JsonBool.TRUE;
    }
    try {
      return Json.parse(text(schema));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s of action %s: %s".formatted(getter, handler.getKey(), e.getMessage()), e);
    }
  }

  /** Implementations of other systems return null where they have no text. */
  private static String text(@Nullable String known) {
    return Objects.requireNonNullElse(known, "");
  }
}
