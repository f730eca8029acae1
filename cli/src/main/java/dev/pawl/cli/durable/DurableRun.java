package dev.pawl.cli.durable;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.Plan;
import dev.pawl.cli.run.Run;
import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.run.Waiting;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.Step;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.Pawl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a flow that outlives the program. Started again with the same flow, input and key, the
 * program finds its execution and goes on with it, or tells how it ended.
 */
public final class DurableRun implements Run, AutoCloseable {

  private static final Duration WHILE_BUSY = Duration.ofMillis(20);
  private static final Duration WHILE_IDLE = Duration.ofMillis(200);
  private static final Duration WITHOUT_STORE = Duration.ofSeconds(1);

  private final Plan plan;
  private final Home home;
  private final Consumer<String> tell;
  private final Family family;
  private final Surroundings surroundings;
  private final Pawl pawl;
  private final Records records;
  private final Correspondence letters;
  private final Identity identity;
  private final StepLog log = new StepLog();
  private final Told told = new Told();
  private final LinkedBlockingQueue<Lines> heard = new LinkedBlockingQueue<>();
  private final Set<String> said = new HashSet<>();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private @Nullable ExecutionId main;
  private Consumer<StepLog.Entry> onStep = entry -> {};
  private Runnable onWait = () -> {};

  /** What became durable on this node. */
  private record Lines(ExecutionId execution, List<Step> steps) {}

  /**
   * Returns when the node has begun to work.
   *
   * @param tell hears what people should know besides the steps
   */
  public DurableRun(Plan plan, Home home, Consumer<String> tell) {
    this.plan = plan;
    this.home = home;
    this.tell = tell;
    this.identity = Identity.of(plan, home.key());
    CompletableFuture<Pawl> started = new CompletableFuture<>();
    this.family = new Family(identity, id -> card(started.join(), id));
    this.surroundings = new Surroundings(plan.mocks(), family::has);
    this.pawl =
        home.place()
            .prepare(tell)
            .name("pawl run " + identity.flow())
            .outside(surroundings)
            .listener(this::hear)
            .start();
    started.complete(pawl);
    this.records = new Records(pawl, identity, family);
    this.letters = new Correspondence(pawl, plan.scenario());
  }

  private static Optional<Card> card(Pawl pawl, ExecutionId id) {
    return pawl.control().find(pawl.key(id)).map(Executions.Summary::card);
  }

  private void hear(Card card, List<Step> steps) {
    if (!steps.isEmpty() && family.has(card)) {
      heard.add(new Lines(card.id(), List.copyOf(steps)));
    }
  }

  /** Runs until the execution has ended or can only wait for what was not given. */
  public Execution follow() throws InterruptedException {
    ExecutionId id = begin();
    main = id;
    boolean isBusy = true;
    while (true) {
      isBusy = tellHeard(isBusy ? WHILE_BUSY : WHILE_IDLE);
      if (isBusy) {
        continue;
      }
      try {
        checkServed();
        Executions.Summary now = records.summary(id);
        boolean news = letters.answer(plan.mocks()) | letters.decide(log);
        if (now.status().isTerminal()) {
          catchUp();
          return records.execution(id);
        }
        if (!news && isStuck(now) && !catchUp() && !letters.decide(log)) {
          return records.execution(id);
        }
        if (isElsewhere(now)) {
          catchUp();
        }
        onWait.run();
      } catch (UnavailableException e) {
        sayOnce("the database does not answer; waiting for it: " + e.getMessage());
        Thread.sleep(WITHOUT_STORE);
      }
    }
  }

  /** Starts the execution, or finds the one of before. */
  private ExecutionId begin() throws InterruptedException {
    Optional<Executions.Summary> newest = records.newest();
    boolean isOver = newest.filter(one -> one.status().isTerminal()).isPresent();
    if (newest.isEmpty() || (isOver && home.again())) {
      plan.files().forEach(this::deploy);
      surroundings.open();
      Launch launch =
          Launch.of(identity.flow(), plan.input())
              .with(identity.tags(newest.map(one -> one.card().id())));
      ExecutionId id = pawl.start(launch);
      letters.sendEvents(id);
      return id;
    }
    ExecutionId id = newest.get().card().id();
    main = id;
    tell.accept(
        isOver
            ? "execution %s ended at %s, this is its result (--again runs it again)"
                .formatted(id, newest.get().endedAt().orElseThrow())
            : "going on with execution %s, begun at %s".formatted(id, newest.get().startedAt()));
    retell();
    if (!isOver) {
      goOn(newest.get());
    }
    return id;
  }

  private void goOn(Executions.Summary before) throws InterruptedException {
    plan.files().stream().skip(1).forEach(this::deploy);
    Replay replay = new Replay(plan);
    replay.skipAnswers(log, family::flow);
    List<Executions.Summary> live = new ArrayList<>(records.liveChildren());
    live.add(before);
    for (Executions.Summary one : live) {
      if (one.standing().filter(s -> s.waitsFor().kinds().contains("callback")).isPresent()) {
        replay.answerTokens(records.execution(one.card().id()), plan.mocks());
      }
    }
    letters.sendEvents(before.card().id());
    surroundings.open();
  }

  private void deploy(FlowFile file) {
    pawl.deploy(file.code(), file.text());
  }

  /** Tells what happened before this program was started. */
  private void retell() {
    List<Lines> all = new ArrayList<>();
    List<ExecutionId> members = new ArrayList<>(List.of(requireMain()));
    records.children().reversed().forEach(child -> members.add(child.card().id()));
    for (ExecutionId member : members) {
      told.news(member, records.lines(member))
          .forEach(step -> all.add(new Lines(member, List.of(step))));
    }
    all.sort(Comparator.comparing(lines -> lines.steps().getFirst().at()));
    all.forEach(this::tell);
  }

  /** Tells what this node has heard; true if there was something. */
  private boolean tellHeard(Duration patience) throws InterruptedException {
    Lines next = heard.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      return false;
    }
    if (told.mayHaveGap(next.execution(), next.steps().getFirst())) {
      catchUp(next.execution());
    }
    tell(new Lines(next.execution(), told.news(next.execution(), next.steps())));
    return true;
  }

  /** Tells what is in the store and nobody told us: other nodes may have done it. */
  private boolean catchUp() {
    boolean news = catchUp(requireMain());
    if (home.place().isShared()) {
      for (Executions.Summary child : records.children()) {
        news |= catchUp(child.card().id());
      }
    }
    return news;
  }

  private boolean catchUp(ExecutionId id) {
    List<Step> news = told.news(id, records.lines(id));
    tell(new Lines(id, news));
    return !news.isEmpty();
  }

  private void tell(Lines lines) {
    for (Step step : lines.steps()) {
      Optional<StepLog.Entry> over = log.add(lines.execution(), step);
      over.ifPresent(onStep);
      if (over.isEmpty()) {
        letters.note(new StepLog.Entry(lines.execution(), step, Duration.ZERO));
      }
    }
  }

  /** In a folder of our own nobody else will come to serve what we do not. */
  private void checkServed() {
    Set<String> unserved = surroundings.unserved();
    if (unserved.isEmpty()) {
      return;
    }
    if (!home.place().isShared()) {
      throw plan.preflight().unserved();
    }
    sayOnce(
        "nothing here serves %s; waiting for another program on this database that does"
            .formatted(String.join(", ", unserved)));
  }

  private void sayOnce(String sentence) {
    if (said.add(sentence)) {
      tell.accept(sentence);
    }
  }

  /** Whether nothing will move the run but what somebody has to give. */
  private boolean isStuck(Executions.Summary now) {
    return isResting(now) && records.liveChildren().stream().allMatch(DurableRun::isResting);
  }

  private static boolean isResting(Executions.Summary one) {
    return switch (one.status()) {
      case WAITING, PAUSED ->
          one.standing().flatMap(Executions.Standing::wakeAt).isEmpty() && !isOffered(one);
      case PENDING, RUNNING -> false;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> true;
    };
  }

  /** Whether it waits for somebody to do its work, which may be this program in a moment. */
  private static boolean isOffered(Executions.Summary one) {
    return one.standing()
        .filter(s -> s.waitsFor().kinds().stream().anyMatch(kind -> kind.startsWith("handler:")))
        .isPresent();
  }

  private boolean isElsewhere(Executions.Summary now) {
    return home.place().isShared()
        && now.standing().filter(s -> s.owner().isEmpty() || isAnother(s)).isPresent();
  }

  private boolean isAnother(Executions.Standing standing) {
    return standing.owner().orElseThrow() != pawl.node().number();
  }

  @Override
  public void onStep(Consumer<StepLog.Entry> listener) {
    onStep = listener;
  }

  @Override
  public void onWait(Runnable listener) {
    onWait = listener;
  }

  @Override
  public StepLog log() {
    return log;
  }

  @Override
  public boolean isMain(ExecutionId id) {
    return id.equals(main);
  }

  private ExecutionId requireMain() {
    if (main == null) {
      throw new IllegalStateException("it has not begun");
    }
    return main;
  }

  @Override
  public String flow(ExecutionId id) {
    return family.flow(id);
  }

  @Override
  public Execution execution(ExecutionId id) {
    return records.execution(id);
  }

  @Override
  public List<Waiting> waiting() {
    List<Executions.Summary> live = new ArrayList<>(List.of(records.summary(requireMain())));
    live.addAll(records.liveChildren());
    return live.stream().flatMap(one -> waiting(one).stream()).toList();
  }

  private List<Waiting> waiting(Executions.Summary one) {
    Optional<String> incident = one.standing().flatMap(s -> s.waitsFor().incident());
    if (incident.isPresent() || one.status() == Status.PAUSED) {
      String trouble = incident.map(why -> "cannot go on: " + why).orElse("is paused");
      return List.of(new Waiting.ForHelp(one.card().version().flow(), trouble));
    }
    return Waiting.of(
        records.execution(one.card().id()),
        log,
        resource -> !surroundings.unserved().contains(resource));
  }

  /** Hands over what it holds; the next program goes on. */
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      pawl.close();
    }
  }
}
