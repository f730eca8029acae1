package dev.pawl.server.feed;

import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalFact;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.EventStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A part of the feed as encoded events, shared by all listeners. */
final class FeedChunk {

  /**
   * Maximum size of a chunk, unless it is a single larger event; limits the memory per slow client.
   */
  private static final int MAX_BYTES = 64 * 1024;

  private static final byte[] NOTHING = {};

  private final String until;
  private final byte[] all;
  private final List<Piece> pieces;
  private final Map<String, byte[]> flows = new ConcurrentHashMap<>();

  /** A range of bytes with events of one flow. */
  private record Piece(String flow, int from, int to) {}

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

  byte[] all() {
    return all;
  }

  /** Returns the events of one flow; an empty array if there are none. */
  byte[] of(String flow) {
    return flows.computeIfAbsent(flow, this::cut);
  }

  private byte[] cut(String flow) {
    if (pieces.size() == 1 && pieces.getFirst().flow().equals(flow)) {
      return all;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Piece piece : pieces) {
      if (piece.flow().equals(flow)) {
        bytes.write(all, piece.from(), piece.to() - piece.from());
      }
    }
    return bytes.size() == 0 ? NOTHING : bytes.toByteArray();
  }

  /** Encodes facts into chunks. */
  static final class ChunkWriter {
    private final ApiJson json;
    private final String states;
    private final String until;
    private final List<FeedChunk> chunks = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Piece> pieces = new ArrayList<>();

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
        pieces.set(pieces.size() - 1, new Piece(flow, pieces.getLast().from(), bytes.size()));
      } else {
        pieces.add(new Piece(flow, from, bytes.size()));
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
      return List.copyOf(chunks);
    }
  }
}
