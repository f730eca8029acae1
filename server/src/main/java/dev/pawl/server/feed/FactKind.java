package dev.pawl.server.feed;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import java.util.Optional;

/** Kinds of facts, with their names in the API. */
enum FactKind {
  STARTED("Started"),
  TASK_SUCCEEDED("TaskSucceeded"),
  TASK_FAILED("TaskFailed"),
  ITEMS_READ("ItemsRead"),
  CHILD_ENDED("ChildEnded"),
  TIMER_FIRED("TimerFired"),
  EVENT_ARRIVED("EventArrived"),
  HUMAN_ACTED("HumanActed"),
  CANCELLED("Cancelled"),
  QUEUE_TIMED_OUT("QueueTimedOut"),
  PAUSED("Paused"),
  RESUMED("Resumed"),
  SKIPPED("Skipped"),
  REWOUND("Rewound");

  private final String word;

  FactKind(String word) {
    this.word = word;
  }

  @Override
  @JsonValue
  public String toString() {
    return word;
  }

  static FactKind of(Fact fact) {
    return switch (fact) {
      case Fact.Started started -> STARTED;
      case Fact.TaskSucceeded done -> TASK_SUCCEEDED;
      case Fact.TaskFailed failed -> TASK_FAILED;
      case Fact.ItemsRead read -> ITEMS_READ;
      case Fact.ChildEnded child -> CHILD_ENDED;
      case Fact.TimerFired timer -> TIMER_FIRED;
      case Fact.EventArrived event -> EVENT_ARRIVED;
      case Fact.HumanActed acted -> HUMAN_ACTED;
      case Fact.Cancelled cancelled -> CANCELLED;
      case Fact.QueueTimedOut timedOut -> QUEUE_TIMED_OUT;
      case Fact.Paused paused -> PAUSED;
      case Fact.Resumed resumed -> RESUMED;
      case Fact.Skipped skipped -> SKIPPED;
      case Fact.Rewound rewound -> REWOUND;
    };
  }

  /** Returns the step that a fact concerns, or the step that a frame was rewound to. */
  static Optional<StepId> step(Fact fact) {
    return switch (fact) {
      case Fact.TaskSucceeded done -> Optional.of(done.step());
      case Fact.TaskFailed failed -> Optional.of(failed.step());
      case Fact.ItemsRead read -> Optional.of(read.step());
      case Fact.ChildEnded child -> Optional.of(child.step());
      case Fact.TimerFired timer -> Optional.of(timer.step());
      case Fact.HumanActed acted -> Optional.of(acted.step());
      case Fact.Skipped skipped -> Optional.of(skipped.step());
      case Fact.Rewound rewound -> Optional.of(new StepId(rewound.frame(), rewound.to().visit()));
      case Fact.Started started -> Optional.empty();
      case Fact.EventArrived event -> Optional.empty();
      case Fact.Cancelled cancelled -> Optional.empty();
      case Fact.QueueTimedOut timedOut -> Optional.empty();
      case Fact.Paused paused -> Optional.empty();
      case Fact.Resumed resumed -> Optional.empty();
    };
  }
}
