package dev.pawl.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The path of a frame in its execution: the forks from the root down, written like {@code
 * /Fan#3/1}: child 1 of the third visit, which was to the state Fan.
 */
public record FrameId(List<Hop> hops) {

  public static final FrameId ROOT = new FrameId(List.of());

  /** The frame in which completed steps are compensated. */
  public static final FrameId COMPENSATION = ROOT.child("~", 0, "~");

  /** The frame of the task that runs once the ending of the execution is decided. */
  public static final FrameId END = ROOT.child("~end", 0, "~");

  /**
   * One fork on the path.
   *
   * @param child index of a branch or an item, or name of a node
   */
  public record Hop(String state, int visit, String child) {}

  public FrameId {
    hops = List.copyOf(hops);
  }

  public FrameId child(String state, int visit, String child) {
    List<Hop> longer = new ArrayList<>(hops.size() + 1);
    longer.addAll(hops);
    longer.add(new Hop(state, visit, child));
    return new FrameId(longer);
  }

  /** Returns true if this is the other frame or a descendant of it. */
  public boolean isWithin(FrameId other) {
    return hops.size() >= other.hops.size()
        && hops.subList(0, other.hops.size()).equals(other.hops);
  }

  /**
   * Parses the text of a frame id.
   *
   * @throws IllegalArgumentException if the text was not written by {@link #toString()}
   */
  public static FrameId parse(String text) {
    FrameId id = ROOT;
    if (text.equals("/")) {
      return id;
    }
    String[] parts = text.split("/", -1);
    if (parts.length % 2 == 0 || !parts[0].isEmpty()) {
      throw new IllegalArgumentException("'" + text + "' is not a frame");
    }
    for (int i = 1; i < parts.length; i += 2) {
      int hash = parts[i].lastIndexOf('#');
      if (hash < 0) {
        throw new IllegalArgumentException("'" + text + "' is not a frame");
      }
      int visit = Integer.parseInt(parts[i].substring(hash + 1));
      id = id.child(unescape(parts[i].substring(0, hash)), visit, unescape(parts[i + 1]));
    }
    return id;
  }

  @Override
  public String toString() {
    if (hops.isEmpty()) {
      return "/";
    }
    StringBuilder text = new StringBuilder();
    for (Hop hop : hops) {
      text.append('/').append(escape(hop.state())).append('#').append(hop.visit());
      text.append('/').append(escape(hop.child()));
    }
    return text.toString();
  }

  static String escape(String name) {
    return name.replace("%", "%25").replace("/", "%2F");
  }

  static String unescape(String name) {
    return name.replace("%2F", "/").replace("%25", "%");
  }
}
