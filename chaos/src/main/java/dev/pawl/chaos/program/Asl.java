package dev.pawl.chaos.program;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Blocks as definitions in the Amazon States Language, with JSONata. */
final class Asl {

  /** The resource of calls that leave a mark. */
  static final String LEDGER = "ledger";

  /** The resource of calls that somebody else answers. */
  static final String CALLBACK = "callback.waitForTaskToken";

  /** Fails the first attempts, as many as the call says. */
  static final String FLAKY = "Chaos.Flaky";

  /** Fails every attempt. */
  static final String FATAL = "Chaos.Fatal";

  private static final int ALWAYS = Integer.MAX_VALUE;
  private static final String SUM =
      "{% $merge([$states.input, {'n': $states.input.n + $sum($states.result.n)}]) %}";

  private Asl() {}

  static String event(Block.Listen listen) {
    return "go-" + listen.name();
  }

  static String document(List<Block> blocks) {
    return JsonObject.of("QueryLanguage", Json.of("JSONata"))
        .with("TimeoutSeconds", JsonNumber.of(3600))
        .with("StartAt", Json.of(blocks.getFirst().name()))
        .with("States", states(blocks))
        .toString();
  }

  private static JsonObject machine(List<Block> blocks) {
    return JsonObject.of("StartAt", Json.of(blocks.getFirst().name()))
        .with("States", states(blocks));
  }

  private static JsonObject states(List<Block> blocks) {
    Map<String, Json> states = new LinkedHashMap<>();
    add(blocks, Optional.empty(), states);
    return JsonObject.of(states);
  }

  private static void add(List<Block> blocks, Optional<String> next, Map<String, Json> states) {
    for (int i = 0; i < blocks.size(); i++) {
      boolean last = i == blocks.size() - 1;
      add(blocks.get(i), last ? next : Optional.of(blocks.get(i + 1).name()), states);
    }
  }

  private static void add(Block block, Optional<String> next, Map<String, Json> states) {
    JsonObject state =
        switch (block) {
          case Block.Call call -> call(call.name(), call.adds(), 0);
          case Block.Flaky flaky ->
              call(flaky.name(), flaky.adds(), flaky.failures())
                  .with("Retry", JsonArray.of(retrier(flaky.failures())));
          case Block.Caught caught -> {
            String after = caught.name() + "-caught";
            states.put(after, towards(next, typed("Pass")));
            yield call(caught.name(), caught.adds(), ALWAYS)
                .with("Catch", JsonArray.of(catcher(caught.adds(), after)))
                .with("Next", Json.of(after));
          }
          case Block.Callback callback ->
              typed("Task")
                  .with("Resource", Json.of(CALLBACK))
                  .with(
                      "Arguments",
                      arguments(callback.name(), callback.adds(), 0)
                          .with("token", Json.of("{% $states.context.Task.Token %}")))
                  .with("Output", Json.of(SUM));
          case Block.Pause pause -> typed("Wait").with("Seconds", JsonNumber.of(pause.seconds()));
          case Block.Listen listen ->
              typed("Wait").with("Event", Json.of(event(listen))).with("Output", Json.of(SUM));
          case Block.Either either -> {
            add(either.even(), next, states);
            add(either.odd(), next, states);
            yield choice(either);
          }
          case Block.Fan fan ->
              typed("Parallel")
                  .with("Arguments", Json.of("{% $merge([$states.input, {'n': 0}]) %}"))
                  .with(
                      "Branches", JsonArray.of(fan.branches().stream().map(Asl::machine).toList()))
                  .with("Output", Json.of(SUM));
          case Block.Each each -> each(each);
          case Block.Custom custom -> custom.state();
          case Block.Child child ->
              typed("Task")
                  .with("Resource", Json.of("flow:" + child.flow() + ".sync"))
                  .with("Arguments", inside(child.name() + "/", "0"))
                  .with("Output", Json.of(SUM));
        };
    boolean decided = block instanceof Block.Either || block instanceof Block.Caught;
    states.put(block.name(), decided ? state : towards(next, state));
  }

  private static JsonObject typed(String type) {
    return JsonObject.of("Type", Json.of(type));
  }

  private static JsonObject towards(Optional<String> next, JsonObject state) {
    return next.map(name -> state.with("Next", Json.of(name)))
        .orElseGet(() -> state.with("End", Json.of(true)));
  }

  private static JsonObject call(String name, int adds, int failures) {
    return typed("Task")
        .with("Resource", Json.of(LEDGER))
        .with("Arguments", arguments(name, adds, failures))
        .with("Output", Json.of(SUM));
  }

  private static JsonObject arguments(String name, int adds, int failures) {
    return JsonObject.of("run", Json.of("{% $states.input.run %}"))
        .with("label", Json.of("{%% $states.input.at & '%s' %%}".formatted(name)))
        .with("adds", JsonNumber.of(adds))
        .with("failures", JsonNumber.of(failures));
  }

  private static JsonObject retrier(int failures) {
    return JsonObject.of("ErrorEquals", JsonArray.of(Json.of(FLAKY)))
        .with("IntervalSeconds", JsonNumber.of(1))
        .with("BackoffRate", JsonNumber.of(1))
        .with("MaxAttempts", JsonNumber.of(failures + 1));
  }

  private static JsonObject catcher(int adds, String next) {
    return JsonObject.of("ErrorEquals", JsonArray.of(Json.of(FATAL)))
        .with(
            "Output",
            Json.of("{%% $merge([$states.input, {'n': $states.input.n + %d}]) %%}".formatted(adds)))
        .with("Next", Json.of(next));
  }

  private static JsonObject choice(Block.Either either) {
    JsonObject even =
        JsonObject.of("Condition", Json.of("{% $states.input.n % 2 = 0 %}"))
            .with("Next", Json.of(either.even().getFirst().name()));
    return typed("Choice")
        .with("Choices", JsonArray.of(even))
        .with("Default", Json.of(either.odd().getFirst().name()));
  }

  private static JsonObject each(Block.Each each) {
    JsonObject processor = machine(each.inside());
    String place = each.name() + "-' & $string($states.context.Map.Item.Index) & '/";
    return typed("Map")
        .with("Items", Json.of("{%% [1..%d] %%}".formatted(each.count())))
        .with("ItemSelector", inside(place, "$states.context.Map.Item.Value"))
        .with(
            "ItemProcessor",
            each.distributed()
                ? processor.with("ProcessorConfig", Json.ofJava(Map.of("Mode", "DISTRIBUTED")))
                : processor)
        .with("Output", Json.of(SUM));
  }

  /** What a frame or a flow inside is given. */
  private static JsonObject inside(String place, String counter) {
    return JsonObject.of("run", Json.of("{% $states.input.run %}"))
        .with("at", Json.of("{%% $states.input.at & '%s' %%}".formatted(place)))
        .with("n", Json.of("{%% %s %%}".formatted(counter)));
  }
}
