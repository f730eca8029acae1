package dev.pawl.simulation.contract;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Injects the enclosing test instance into a nested test by its type. */
public final class EnclosingTest implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return find(parameter, context).isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return find(parameter, context).orElseThrow();
  }

  private static Optional<?> find(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return context.getTestInstances().flatMap(tests -> tests.findInstance(type));
  }
}
