package dev.pawl.server.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalFact;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.web.ApiJson;
import dev.pawl.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** A chunk is encoded once for all listeners and dropped when the feed is full. */
class TenantFeedTest {

  private static final TenantId TENANT = new TenantId(1);
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");
  private static final DbSnapshot BEFORE = new DbSnapshot("7:7:", AT);
  private static final DbSnapshot NOW = new DbSnapshot("7:9:8", AT);
  private static final FeedCursor PLACE = FeedCursor.at(NOW);
  private static final long ROOM = 100_000;
  private static final Set<FeedTopic> FACTS = Set.of(FeedTopic.EXECUTIONS);

  private static List<FeedChunk> looks(String flow, int events) {
    FeedChunk.ChunkWriter writing =
        new FeedChunk.ChunkWriter(new ApiJson(JsonMapper.shared()), PLACE);
    for (int seq = 1; seq <= events; seq++) {
      writing.add(happened(flow, seq, new Fact.Resumed()));
    }
    return writing.finish();
  }

  private static JournalFact happened(String flow, int seq, Fact fact) {
    return new JournalFact(
        new FactKey(TENANT, new FactKey.Spot(AT, new UUID(1, 2), seq)),
        fact,
        new VersionKey(TENANT, flow, 3),
        Status.RUNNING,
        false);
  }

  @Test
  void shouldGiveAllListenersTheSameBytes() throws Exception {
    TenantFeed tail = new TenantFeed(NOW);
    tail.publish(looks("one", 3), NOW, NOW, true, ROOM);

    FeedChunk first = tail.await(0, Duration.ZERO).orElseThrow();
    FeedChunk second = tail.await(0, Duration.ZERO).orElseThrow();

    assertThat(second.of(FACTS)).isSameAs(first.of(FACTS));
    assertThat(second.of("one")).isSameAs(first.of("one"));
    assertThat(first.of("other")).isEmpty();
  }

  @Test
  void shouldSelectTheEventsOfOneFlow() {
    FeedChunk.ChunkWriter writing =
        new FeedChunk.ChunkWriter(new ApiJson(JsonMapper.shared()), PLACE);
    writing.add(happened("one", 1, new Fact.Resumed()));
    writing.add(happened("other", 2, new Fact.Resumed()));
    writing.add(happened("one", 3, new Fact.Resumed()));

    String sent = new String(writing.finish().getFirst().of("one"), StandardCharsets.UTF_8);

    assertThat(sent).contains("\"seq\":1", "\"seq\":3").doesNotContain("\"seq\":2");
  }

  @Test
  void shouldSelectTheTopicsThatAListenerWants() {
    FeedChunk chunk =
        FeedChunk.of(
            List.of(
                TopicChange.of(FeedTopic.FLOWS, "published", AT),
                TopicChange.of(FeedTopic.TENANT, "paused", AT)),
            new ApiJson(JsonMapper.shared()));

    assertThat(new String(chunk.of(Set.of(FeedTopic.TENANT)), StandardCharsets.UTF_8))
        .contains("event: change", "\"topic\":\"tenant\"", "\"kind\":\"paused\"")
        .doesNotContain("flows");
    assertThat(chunk.of(FACTS)).isEmpty();
    assertThat(chunk.of("one")).isEmpty();
  }

  @Test
  void shouldCountTheFailuresOfAFlow() {
    FeedChunk.ChunkWriter writing =
        new FeedChunk.ChunkWriter(new ApiJson(JsonMapper.shared()), PLACE);
    for (int seq = 1; seq <= 2; seq++) {
      JournalFact fact = happened("one", seq, new Fact.Resumed());
      writing.add(
          new JournalFact(fact.key(), fact.fact(), fact.version(), Status.FAILED, fact.test()));
    }

    List<FeedChunk> chunks = writing.finish();

    assertThat(chunks).hasSize(2);
    assertThat(new String(chunks.getLast().of(Set.of(FeedTopic.FAILURES)), StandardCharsets.UTF_8))
        .contains("\"topic\":\"failures\"", "\"id\":\"one\"", "\"count\":1");
  }

  @Test
  void shouldReportTheTargetOfASendBack() {
    FeedChunk.ChunkWriter writing =
        new FeedChunk.ChunkWriter(new ApiJson(JsonMapper.shared()), PLACE);
    Fact.Entry entry = new Fact.Entry(4, "A", JsonObject.EMPTY, Map.of());
    writing.add(happened("one", 1, new Fact.Rewound(FrameId.ROOT, entry, false, "")));

    String sent = new String(writing.finish().getFirst().of(FACTS), StandardCharsets.UTF_8);

    assertThat(sent)
        .contains("\"fact\":\"Rewound\"", "\"step\":\"" + new StepId(FrameId.ROOT, 4) + "\"");
  }

  @Test
  void shouldDisconnectClientsTooSlowForTheBuffer() throws Exception {
    TenantFeed tail = new TenantFeed(NOW);
    for (int look = 0; look < 10; look++) {
      tail.publish(looks("one", 1_000), NOW, NOW, true, ROOM);
    }
    long next = tail.start().number();

    assertThat(tail.await(next - 1, Duration.ZERO)).isPresent();
    assertThat(tail.await(next, Duration.ZERO)).isEmpty();
    assertThatThrownBy(() -> tail.await(0, Duration.ZERO))
        .isInstanceOf(TenantFeed.TooSlowException.class);
  }

  @Test
  void shouldDisconnectAllClientsAfterABufferOverflow() throws Exception {
    TenantFeed tail = new TenantFeed(NOW);
    long next = tail.start().number();
    tail.skip(NOW, NOW);

    assertThatThrownBy(() -> tail.await(next, Duration.ZERO))
        .isInstanceOf(TenantFeed.TooSlowException.class);
    assertThat(tail.await(tail.start().number(), Duration.ZERO)).isEmpty();
  }

  @Test
  @Timeout(30)
  void shouldKnowWhetherAClientAwaitsEvents() throws Exception {
    TenantFeed tail = new TenantFeed(NOW);
    long next = tail.start().number();
    assertThat(tail.isAwaited()).isFalse();

    Thread listener = Thread.startVirtualThread(() -> receive(tail, next));
    Await.until("a client listens", () -> tail.isAwaited());
    tail.publish(looks("one", 1), NOW, NOW, true, ROOM);
    listener.join();

    assertThat(tail.isAwaited()).isFalse();
    assertThat(tail.isIdleFor(Duration.ZERO)).isTrue();
    assertThat(tail.isIdleFor(Duration.ofHours(1))).isFalse();
  }

  private static void receive(TenantFeed tail, long number) {
    try {
      tail.await(number, Duration.ofMinutes(1));
    } catch (InterruptedException | TenantFeed.TooSlowException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldIgnoreChunksReadFromAnotherCursor() throws Exception {
    TenantFeed tail = new TenantFeed(NOW);
    long next = tail.start().number();

    tail.publish(looks("one", 1), BEFORE, NOW, true, ROOM);

    assertThat(tail.await(next, Duration.ZERO)).isEmpty();
    assertThat(tail.hasDropped(next)).isFalse();
    tail.skip(NOW, NOW);
    assertThat(tail.hasDropped(next)).isTrue();
  }

  @Test
  void shouldContinueAPartialBroadcast() throws Exception {
    TenantFeed tail = new TenantFeed(BEFORE);
    long next = tail.start().number();

    tail.publish(looks("one", 1), BEFORE, NOW, false, ROOM);
    assertThat(tail.start()).isEqualTo(new TenantFeed.FeedStart(NOW, next + 1, false));
    tail.publish(looks("other", 1), NOW, NOW, true, ROOM);

    assertThat(tail.start()).isEqualTo(new TenantFeed.FeedStart(NOW, next + 2, true));
    assertThat(tail.await(next + 1, Duration.ZERO).orElseThrow().until()).isEqualTo(NOW.state());
  }

  @Test
  void shouldSkipNothingIfTheExecutionContinuedMeanwhile() throws Exception {
    TenantFeed tail = new TenantFeed(BEFORE);
    long next = tail.start().number();

    tail.publish(looks("one", 1), BEFORE, NOW, true, ROOM);
    tail.skip(BEFORE, new DbSnapshot("8:8:", AT));

    assertThat(tail.await(next, Duration.ZERO)).isPresent();
    assertThat(tail.start().until()).isEqualTo(NOW);
  }

  @Test
  void shouldSplitALargeBacklog() {
    List<FactKey> keys =
        IntStream.range(0, 1_200)
            .mapToObj(seq -> new FactKey(TENANT, new FactKey.Spot(AT, new UUID(1, 2), seq)))
            .toList();

    Backlog first = new Backlog(BEFORE, NOW, BEFORE, keys);
    Backlog second = first.rest();
    Backlog third = second.rest();

    assertThat(Stream.of(first, second, third).flatMap(unread -> unread.nextKeys().stream()))
        .containsExactlyElementsOf(keys);
    assertThat(List.of(first.isMore(), second.isMore(), third.isMore()))
        .containsExactly(true, true, false);
    assertThat(second.from()).isEqualTo(NOW);
    assertThat(second.cursor().since()).isEqualTo(BEFORE);
  }

  @Test
  void shouldKnowWhichSnapshotsIncludeTheCursor() {
    assertThat(PLACE.isWithin(NOW)).isTrue();
    assertThat(PLACE.isWithin(new DbSnapshot("9:9:", AT))).isTrue();
    assertThat(PLACE.isWithin(new DbSnapshot("8:12:8,10", AT))).isTrue();
    assertThat(PLACE.isWithin(BEFORE)).isFalse();
    assertThat(PLACE.isWithin(new DbSnapshot("7:9:7,8", AT))).isFalse();
  }

  @Test
  void shouldSplitEventsIntoSmallChunks() {
    List<FeedChunk> looks = looks("one", 5_000);

    assertThat(looks).hasSizeGreaterThan(10).allMatch(look -> look.size() <= 64 * 1024);
  }

  @Test
  void shouldReadTheCursorItWrote() {
    FeedCursor place = PLACE.after(new FactKey.Spot(AT, new UUID(5, 6), 7));

    assertThat(FeedCursor.parse(place.toString())).isEqualTo(place);
  }
}
