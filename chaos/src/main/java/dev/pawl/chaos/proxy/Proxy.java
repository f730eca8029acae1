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

/** A proxy in front of a PostgreSQL server on this machine that injects network faults. */
public final class Proxy implements AutoCloseable {

  private final ServerSocket endpoint;
  private final Random chance;
  private final Set<ProxiedConnection> links = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicReference<@Nullable StatementTrigger> tripwire = new AtomicReference<>();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile int target;
  private volatile ProxyFault weather = ProxyFault.NoFault.FAIR;
  private volatile boolean closed;

  private record StatementTrigger(Pattern text, Runnable work) {}

  private Proxy(ServerSocket endpoint, int target, long seed) {
    this.endpoint = endpoint;
    this.target = target;
    this.chance = new Random(seed);
  }

  /** Opens a proxy on a free port that forwards to the given port. */
  public static Proxy to(int target, long seed) throws IOException {
    ServerSocket endpoint = new ServerSocket();
    endpoint.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    Proxy proxy = new Proxy(endpoint, target, seed);
    Thread.ofVirtual().name("proxy-endpoint").start(proxy::accept);
    return proxy;
  }

  public int port() {
    return endpoint.getLocalPort();
  }

  /** Forwards new connections to another port; open connections stay. */
  public void pointAt(int port) {
    target = port;
  }

  public void weather(ProxyFault next) {
    lock.lock();
    try {
      weather = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs an action when the next statement that matches passes, before it reaches the server. */
  public void whenNext(Pattern text, Runnable work) {
    tripwire.set(new StatementTrigger(text, work));
  }

  /** Resets a random share of the connections and returns their number. */
  public int reset(double share) {
    int count = 0;
    for (ProxiedConnection link : links) {
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

  /** Returns how many statements were cut off by {@link ProxyFault.CutStatements}. */
  public int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = endpoint.accept();
        Thread.ofVirtual().name("proxy-link").start(() -> connect(client));
      } catch (IOException e) {
        // The listener was closed, or a client left before it was accepted.
      }
    }
  }

  private void connect(Socket client) {
    if (weather == ProxyFault.RefusedConnections.SHUT) {
      ProxiedConnection.reset(client);
      return;
    }
    try {
      awaitPassage();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      ProxiedConnection link = new ProxiedConnection(this, client, server);
      links.add(link);
      if (closed) {
        link.reset();
      }
      link.run();
    } catch (IOException | InterruptedException e) {
      ProxiedConnection.reset(client);
    }
  }

  /** Waits while the fault lets nothing pass. */
  void awaitPassage() throws InterruptedException {
    if (weather instanceof ProxyFault.DelayedTraffic slow) {
      Thread.sleep(slow.delay());
      return;
    }
    if (weather != ProxyFault.BlackHole.BLACK_HOLE) {
      return;
    }
    lock.lock();
    try {
      while (weather == ProxyFault.BlackHole.BLACK_HOLE && !closed) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean cutsAt(long bytes) {
    return weather instanceof ProxyFault.ResetAfterBytes cut && bytes >= cut.bytes();
  }

  /** Decides whether and where a statement is cut off. */
  Optional<ProxyFault.CutPoint> judge(String statement) {
    StatementTrigger wire = tripwire.get();
    if (wire != null
        && wire.text().matcher(statement).find()
        && tripwire.compareAndSet(wire, null)) {
      wire.work().run();
    }
    if (weather instanceof ProxyFault.CutStatements losing
        && PostgresProtocol.writes(statement)
        && chance.nextDouble() < losing.share()) {
      cuts.incrementAndGet();
      return Optional.of(losing.loss() == ProxyFault.CutPoint.ANY ? any() : losing.loss());
    }
    return Optional.empty();
  }

  private ProxyFault.CutPoint any() {
    return switch (chance.nextInt(3)) {
      case 0 -> ProxyFault.CutPoint.REQUEST;
      case 1 -> ProxyFault.CutPoint.IN_FLIGHT;
      default -> ProxyFault.CutPoint.ANSWER;
    };
  }

  void gone(ProxiedConnection link) {
    links.remove(link);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    endpoint.close();
    weather(ProxyFault.RefusedConnections.SHUT);
    links.forEach(ProxiedConnection::reset);
  }
}
