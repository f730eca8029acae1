package dev.pawl.chaos.program;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes blocks as Amazon States Language definitions with JSONata. */
final class AslWriter {

  /** The resource of calls that record an effect. */
  static final String LEDGER = "ledger";

  /** The resource of calls that complete by task token. */
  static final String CALLBACK = "callback.waitForTaskToken";

  /** The error of attempts that fail before one succeeds. */
  static final String FLAKY = "Chaos.Flaky";

  /** The error of calls whose every attempt fails. */
  static final String FATAL = "Chaos.Fatal";

  private static final int ALWAYS = Integer.MAX_VALUE;
  private static final String SUM =
      "{% $merge([$states.input, {'n': $states.input.n + $sum($states.result.n)}]) %}";

  private AslWriter() {}

  static String event(Block.EventWait listen) {
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
          case Block.LedgerCall call -> call(call.name(), call.adds(), 0);
          case Block.FlakyCall flaky ->
              call(flaky.name(), flaky.adds(), flaky.failures())
                  .with("Retry", JsonArray.of(retrier(flaky.failures())));
          case Block.CaughtCall caught -> {
            String after = caught.name() + "-caught";
            states.put(after, towards(next, typed("Pass")));
            yield call(caught.name(), caught.adds(), ALWAYS)
                .with("Catch", JsonArray.of(catcher(caught.adds(), after)))
                .with("Next", Json.of(after));
          }
          case Block.CallbackCall callback ->
              typed("Task")
                  .with("Resource", Json.of(CALLBACK))
                  .with(
                      "Arguments",
                      arguments(callback.name(), callback.adds(), 0)
                          .with("token", Json.of("{% $states.context.Task.Token %}")))
                  .with("Output", Json.of(SUM));
          case Block.TimedWait pause ->
              typed("Wait").with("Seconds", JsonNumber.of(pause.seconds()));
          case Block.EventWait listen ->
              typed("Wait").with("Event", Json.of(event(listen))).with("Output", Json.of(SUM));
          case Block.ParityChoice either -> {
            add(either.even(), next, states);
            add(either.odd(), next, states);
            yield choice(either);
          }
          case Block.ParallelBlocks fan ->
              typed("Parallel")
                  .with("Arguments", Json.of("{% $merge([$states.input, {'n': 0}]) %}"))
                  .with(
                      "Branches",
                      JsonArray.of(fan.branches().stream().map(AslWriter::machine).toList()))
                  .with("Output", Json.of(SUM));
          case Block.MapBlocks each -> each(each);
          case Block.CustomState custom -> custom.state();
          case Block.ChildFlow child ->
              typed("Task")
                  .with("Resource", Json.of("flow:" + child.flow() + ".sync"))
                  .with("Arguments", inside(child.name() + "/", "0"))
                  .with("Output", Json.of(SUM));
        };
    boolean decided = block instanceof Block.ParityChoice || block instanceof Block.CaughtCall;
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

  private static JsonObject choice(Block.ParityChoice either) {
    JsonObject even =
        JsonObject.of("Condition", Json.of("{% $states.input.n % 2 = 0 %}"))
            .with("Next", Json.of(either.even().getFirst().name()));
    return typed("Choice")
        .with("Choices", JsonArray.of(even))
        .with("Default", Json.of(either.odd().getFirst().name()));
  }

  private static JsonObject each(Block.MapBlocks each) {
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

  /** Returns the input of an inner frame or child flow. */
  private static JsonObject inside(String place, String counter) {
    return JsonObject.of("run", Json.of("{% $states.input.run %}"))
        .with("at", Json.of("{%% $states.input.at & '%s' %%}".formatted(place)))
        .with("n", Json.of("{%% %s %%}".formatted(counter)));
  }
}
