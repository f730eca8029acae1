package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.spring.Config;
import dev.pawl.spring.PawlHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method of a bean as a handler, see {@link PawlHandler}. */
final class MethodHandler implements Handler {

  private final Object bean;
  private final Method method;
  private final List<Argument> arguments = new ArrayList<>();

  /** Supplies one argument of the method from a call. */
  @FunctionalInterface
  private interface Argument {
    @Nullable Object of(HandlerCall call);
  }

  /**
   * Creates a handler.
   *
   * @param method the method that can be invoked on the bean, which may be a proxy
   * @param declared the method as it is declared, with its generic types and annotations
   * @throws IllegalStateException if several parameters could be the input
   */
  MethodHandler(Object bean, Method method, Method declared) {
    this.bean = bean;
    this.method = method;
    method.setAccessible(true);
    int inputs = 0;
    for (Parameter parameter : declared.getParameters()) {
      boolean isInput =
          parameter.getType() != HandlerCall.class && !parameter.isAnnotationPresent(Config.class);
      inputs += isInput ? 1 : 0;
      arguments.add(argument(parameter));
    }
    if (inputs > 1) {
      throw new IllegalStateException(
          "@PawlHandler method %s has %d parameters for the input; at most one is allowed, mark the settings with @Config"
              .formatted(declared, inputs));
    }
  }

  private static Argument argument(Parameter parameter) {
    if (parameter.getType() == HandlerCall.class) {
      return call -> call;
    }
    Type type = parameter.getParameterizedType();
    return parameter.isAnnotationPresent(Config.class)
        ? call -> call.services().binder().read(call.settings(), type)
        : call -> call.services().binder().read(call.input(), type);
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    @Nullable Object[] values = arguments.stream().map(argument -> argument.of(call)).toArray();
    try {
      return call.services().binder().write(method.invoke(bean, values));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
