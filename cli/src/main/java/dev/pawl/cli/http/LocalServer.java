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
 * A server on this machine, as its data folder knows it: the server leaves its address there while
 * it runs, and its first key.
 */
record LocalServer(Path folder) {

  private static final String ADDRESS = "server.url";
  private static final String KEY = "admin.key";

  Path addressFile() {
    return folder.resolve(ADDRESS);
  }

  /**
   * Returns the address that the server has left; empty if it is not running.
   *
   * @throws UsageException if the file holds no address of this machine: a key must not be sent
   *     elsewhere because of a file that lies in the current folder
   */
  Optional<URI> address() {
    if (!Files.isReadable(addressFile())) {
      return Optional.empty();
    }
    URI address = Place.url(Texts.read(addressFile().toString()));
    if (!isOfThisMachine(address.getHost())) {
      throw new UsageException(
          "%s names %s, which is not this machine; use --url if that server is meant"
              .formatted(addressFile(), address));
    }
    return Optional.of(address);
  }

  Optional<String> key() {
    Path file = folder.resolve(KEY);
    return Files.isReadable(file) ? Optional.of(Places.keyIn(file.toString())) : Optional.empty();
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
