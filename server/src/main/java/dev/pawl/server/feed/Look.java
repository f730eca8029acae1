package dev.pawl.server.feed;

import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.Happened;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.EventStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A part of what was found at one look at the feed, as the bytes that go out. They are made once,
 * whoever listens and however many they are.
 */
final class Look {

  /** Who waits for a slow client holds no more than this, or a single event. */
  private static final int MOST = 64 * 1024;

  private static final byte[] NOTHING = {};

  private final String until;
  private final byte[] all;
  private final List<Piece> pieces;
  private final Map<String, byte[]> flows = new ConcurrentHashMap<>();

  /** Where in the bytes a flow is told of. */
  private record Piece(String flow, int from, int to) {}

  private Look(String until, byte[] all, List<Piece> pieces) {
    this.until = until;
    this.all = all;
    this.pieces = List.copyOf(pieces);
  }

  /** The later one of the states between which all of it became durable. */
  String until() {
    return until;
  }

  int size() {
    return all.length;
  }

  byte[] all() {
    return all;
  }

  /** What was found about a flow; nothing if it is not among it. */
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

  /** Puts looks together. */
  static final class Writing {
    private final ApiJson json;
    private final String states;
    private final String until;
    private final List<Look> done = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Piece> pieces = new ArrayList<>();

    /**
     * @param between the states between which all of it became durable
     */
    Writing(ApiJson json, Place between) {
      this.json = json;
      this.states = between.states();
      this.until = between.until();
    }

    void add(Happened one) {
      FactKey.Spot spot = one.key().spot();
      byte[] event = EventStream.event(Place.id(states, spot), "fact", json, Happening.of(one));
      if (bytes.size() > 0 && bytes.size() + event.length > MOST) {
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
      done.add(new Look(until, bytes.toByteArray(), pieces));
      bytes.reset();
      pieces.clear();
    }

    List<Look> done() {
      if (bytes.size() > 0) {
        cut();
      }
      return List.copyOf(done);
    }
  }
}
