package dev.pawl.handlers.egress;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Decides which host names a tenant may call. It can only forbid; addresses are checked anyway. */
@FunctionalInterface
public interface HostFilter {

  /** Allows all hosts. */
  HostFilter ANY = (tenant, host) -> true;

  /** Returns true if the tenant may call the host, which is in lower case. */
  boolean allows(int tenant, String host);

  /**
   * Allows the listed hosts to all tenants.
   *
   * @param hosts names such as {@code api.example.com}; {@code *.example.com} allows all names
   *     below {@code example.com}
   */
  static HostFilter listed(Set<String> hosts) {
    Set<String> names = new TreeSet<>();
    hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
    return (tenant, host) -> {
      if (names.contains(host)) {
        return true;
      }
      for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
        if (names.contains("*" + host.substring(dot))) {
          return true;
        }
      }
      return false;
    };
  }
}
