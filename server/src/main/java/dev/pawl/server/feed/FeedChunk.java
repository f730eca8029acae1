package dev.pawl.server.feed;

import dev.pawl.engine.Status;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalFact;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.EventStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** A part of the feed as encoded events, shared by all listeners. */
final class FeedChunk {

  /**
   * Maximum size of a chunk, unless it is a single larger event; limits the memory per slow client.
   */
  private static final int MAX_BYTES = 64 * 1024;

  private static final byte[] NOTHING = {};

  /** Stands for the snapshot of chunks that are no part of the journal. */
  private static final String OF_NO_SNAPSHOT = "";

  private final String until;
  private final byte[] all;
  private final List<Piece> pieces;
  private final Map<String, byte[]> flows = new ConcurrentHashMap<>();
  private final Map<Set<FeedTopic>, byte[]> topics = new ConcurrentHashMap<>();

  /** A range of bytes with events of one topic and flow; an empty flow if they are of none. */
  private record Piece(FeedTopic topic, String flow, int from, int to) {}

  private FeedChunk(String until, byte[] all, List<Piece> pieces) {
    this.until = until;
    this.all = all;
    this.pieces = List.copyOf(pieces);
  }

  /** Returns the later of the two snapshots between which the facts became visible. */
  String until() {
    return until;
  }

  int size() {
    return all.length;
  }

  /** Returns the facts of one flow; an empty array if there are none. */
  byte[] of(String flow) {
    return flows.computeIfAbsent(
        flow,
        any -> cut(piece -> piece.topic() == FeedTopic.EXECUTIONS && piece.flow().equals(flow)));
  }

  /** Returns the events of these topics; an empty array if there are none. */
  byte[] of(Set<FeedTopic> wanted) {
    return topics.computeIfAbsent(wanted, any -> cut(piece -> wanted.contains(piece.topic())));
  }

  private byte[] cut(Predicate<Piece> wanted) {
    if (pieces.stream().allMatch(wanted)) {
      return all;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Piece piece : pieces) {
      if (wanted.test(piece)) {
        bytes.write(all, piece.from(), piece.to() - piece.from());
      }
    }
    return bytes.size() == 0 ? NOTHING : bytes.toByteArray();
  }

  /** Encodes changes that are not facts into a chunk. */
  static FeedChunk of(List<TopicChange> changes, ApiJson json) {
    return of(OF_NO_SNAPSHOT, changes, json);
  }

  private static FeedChunk of(String until, List<TopicChange> changes, ApiJson json) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<Piece> pieces = new ArrayList<>();
    for (TopicChange change : changes) {
      int from = bytes.size();
      bytes.writeBytes(EventStream.event("change", json, change));
      pieces.add(new Piece(change.topic(), "", from, bytes.size()));
    }
    return new FeedChunk(until, bytes.toByteArray(), pieces);
  }

  /** Encodes facts into chunks. */
  static final class ChunkWriter {
    private final ApiJson json;
    private final String states;
    private final String until;
    private final List<FeedChunk> chunks = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, Set<UUID>> failed = new LinkedHashMap<>();

    /**
     * Creates an encoder.
     *
     * @param between the snapshots between which the facts became visible
     */
    ChunkWriter(ApiJson json, FeedCursor between) {
      this.json = json;
      this.states = between.states();
      this.until = between.until();
    }

    void add(JournalFact one) {
      FactKey.Spot spot = one.key().spot();
      byte[] event =
          EventStream.event(FeedCursor.id(states, spot), "fact", json, FeedEvent.of(one));
      if (bytes.size() > 0 && bytes.size() + event.length > MAX_BYTES) {
        cut();
      }
      int from = bytes.size();
      bytes.writeBytes(event);
      String flow = one.version().flow();
      if (!pieces.isEmpty() && pieces.getLast().flow().equals(flow)) {
        from = pieces.removeLast().from();
      }
      pieces.add(new Piece(FeedTopic.EXECUTIONS, flow, from, bytes.size()));
      if (one.status() == Status.FAILED || one.status() == Status.TIMED_OUT) {
        failed.computeIfAbsent(flow, any -> new HashSet<>()).add(spot.execution());
      }
    }

    private void cut() {
      chunks.add(new FeedChunk(until, bytes.toByteArray(), pieces));
      bytes.reset();
      pieces.clear();
    }

    List<FeedChunk> finish() {
      if (bytes.size() > 0) {
        cut();
      }
      if (!failed.isEmpty()) {
        Instant now = Instant.now();
        List<TopicChange> changes = new ArrayList<>();
        failed.forEach((flow, ids) -> changes.add(TopicChange.failures(flow, ids.size(), now)));
        chunks.add(of(until, changes, json));
      }
      return List.copyOf(chunks);
    }
  }
}
