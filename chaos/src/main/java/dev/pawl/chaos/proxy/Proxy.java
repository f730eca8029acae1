package dev.pawl.chaos.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A proxy in front of a PostgreSQL server on this machine, with weather. */
public final class Proxy implements AutoCloseable {

  private final ServerSocket door;
  private final Random chance;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicReference<@Nullable Tripwire> tripwire = new AtomicReference<>();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile int target;
  private volatile Weather weather = Weather.Fair.FAIR;
  private volatile boolean closed;

  private record Tripwire(Pattern text, Runnable work) {}

  private Proxy(ServerSocket door, int target, long seed) {
    this.door = door;
    this.target = target;
    this.chance = new Random(seed);
  }

  /** Listens on a port of its own and passes everything on to that port. */
  public static Proxy to(int target, long seed) throws IOException {
    ServerSocket door = new ServerSocket();
    door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    Proxy proxy = new Proxy(door, target, seed);
    Thread.ofVirtual().name("proxy-door").start(proxy::accept);
    return proxy;
  }

  public int port() {
    return door.getLocalPort();
  }

  /** From now on, new connections go to that port; those there are stay where they are. */
  public void pointAt(int port) {
    target = port;
  }

  public void weather(Weather next) {
    lock.lock();
    try {
      weather = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Does this when a statement of that text next comes by, before it reaches the server. */
  public void whenNext(Pattern text, Runnable work) {
    tripwire.set(new Tripwire(text, work));
  }

  /** Resets a share of the connections, by chance, and says how many. */
  public int reset(double share) {
    int count = 0;
    for (Link link : links) {
      if (chance.nextDouble() < share) {
        link.reset();
        count++;
      }
    }
    return count;
  }

  public int connections() {
    return links.size();
  }

  /** How many statements were cut off by {@link Weather.LosingAnswers}. */
  public int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = door.accept();
        Thread.ofVirtual().name("proxy-link").start(() -> connect(client));
      } catch (IOException e) {
        // The door was closed, or a client was gone before it was let in.
      }
    }
  }

  private void connect(Socket client) {
    if (weather == Weather.Shut.SHUT) {
      Link.reset(client);
      return;
    }
    try {
      awaitPassage();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      Link link = new Link(this, client, server);
      links.add(link);
      if (closed) {
        link.reset();
      }
      link.run();
    } catch (IOException | InterruptedException e) {
      Link.reset(client);
    }
  }

  /** Returns when something may pass. */
  void awaitPassage() throws InterruptedException {
    if (weather instanceof Weather.Slow slow) {
      Thread.sleep(slow.delay());
      return;
    }
    if (weather != Weather.BlackHole.BLACK_HOLE) {
      return;
    }
    lock.lock();
    try {
      while (weather == Weather.BlackHole.BLACK_HOLE && !closed) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean cutsAt(long bytes) {
    return weather instanceof Weather.CutAfter cut && bytes >= cut.bytes();
  }

  /** A statement comes by: whether and where it is cut off. */
  Optional<Weather.Loss> judge(String statement) {
    Tripwire wire = tripwire.get();
    if (wire != null
        && wire.text().matcher(statement).find()
        && tripwire.compareAndSet(wire, null)) {
      wire.work().run();
    }
    if (weather instanceof Weather.LosingAnswers losing
        && Wire.writes(statement)
        && chance.nextDouble() < losing.share()) {
      cuts.incrementAndGet();
      return Optional.of(losing.loss() == Weather.Loss.ANY ? any() : losing.loss());
    }
    return Optional.empty();
  }

  private Weather.Loss any() {
    return switch (chance.nextInt(3)) {
      case 0 -> Weather.Loss.REQUEST;
      case 1 -> Weather.Loss.IN_FLIGHT;
      default -> Weather.Loss.ANSWER;
    };
  }

  void gone(Link link) {
    links.remove(link);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    door.close();
    weather(Weather.Shut.SHUT);
    links.forEach(Link::reset);
  }
}
