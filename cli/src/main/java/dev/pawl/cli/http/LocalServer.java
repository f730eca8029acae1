package dev.pawl.cli.http;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The data folder of a server on this machine, which holds the address of the running server and
 * its first key.
 */
record LocalServer(Path folder) {

  private static final String ADDRESS = "server.url";
  private static final String KEY = "admin.key";

  Path addressFile() {
    return folder.resolve(ADDRESS);
  }

  /**
   * Returns the address that the server has written; empty if it is not running.
   *
   * @throws UsageException if the address is not one of this machine: a file in the current folder
   *     must not cause the key to be sent elsewhere
   */
  Optional<URI> address() {
    if (!Files.isReadable(addressFile())) {
      return Optional.empty();
    }
    URI address = ServerAddress.url(Texts.read(addressFile().toString()));
    if (!isOfThisMachine(address.getHost())) {
      throw new UsageException(
          "%s names %s, which is not this machine; use --url to connect to that server"
              .formatted(addressFile(), address));
    }
    return Optional.of(address);
  }

  Optional<String> key() {
    Path file = folder.resolve(KEY);
    return Files.isReadable(file)
        ? Optional.of(ServerLocator.readKey(file.toString()))
        : Optional.empty();
  }

  private static boolean isOfThisMachine(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException unknown) {
      return false;
    }
  }
}
