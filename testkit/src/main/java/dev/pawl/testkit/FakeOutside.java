package dev.pawl.testkit;

import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.Timeline;
import dev.pawl.model.Flow;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Provides the handlers and flows of a test, and records every call. */
final class FakeOutside implements ExecutionPorts {

  final Map<String, Handler> handlers = new HashMap<>();
  final Map<String, Flow> flows = new HashMap<>();
  final Map<String, String> secrets = new HashMap<>();
  private final List<FlowRun.Called> calls = new ArrayList<>();
  private final TreeSet<String> missing = new TreeSet<>();
  private final Timeline time;

  FakeOutside(Timeline time) {
    this.time = time;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    Handler handler = handlers.get(resource);
    if (handler == null) {
      missing.add(resource);
      return Optional.empty();
    }
    return Optional.of(
        new Handler() {
          @Override
          public Json handle(HandlerCall call) throws Exception {
            calls.add(new FlowRun.Called(time.now(), call));
            return handler.handle(call);
          }

          @Override
          public HandlerDescriptor descriptor() {
            return handler.descriptor();
          }
        });
  }

  @Override
  public CallEnvironment callEnvironment() {
    return (origin, base) ->
        new CallServices() {
          @Override
          public Optional<String> secret(String name) {
            return Optional.ofNullable(secrets.get(name));
          }
        };
  }

  @Override
  public Optional<Flow> flow(String code) {
    return Optional.ofNullable(flows.get(code));
  }

  List<FlowRun.Called> calls(String resource) {
    return calls.stream().filter(called -> called.call().resource().equals(resource)).toList();
  }

  /** Returns the resources that were called although the test has no handler for them. */
  List<String> missing() {
    return List.copyOf(missing);
  }
}
