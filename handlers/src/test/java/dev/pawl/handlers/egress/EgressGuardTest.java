package dev.pawl.handlers.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.handlers.testing.TestNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressGuardTest {

  private static final EgressPermission HTTP = EgressPermission.http(1);
  private static final EgressPermission PRIVATE = new EgressPermission(1, true, Set.of(80, 443));

  private final TestNetwork network = new TestNetwork();
  private final EgressGuard guard = new EgressGuard(EgressPolicy.PUBLIC_ONLY.withResolver(network));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.8.9.10",
        "0.0.0.0",
        "0.1.2.3",
        "[::1]",
        "[::]",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "169.254.169.254",
        "169.254.0.1",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.88.99.1"
      })
  void shouldDenyAddressesThatAreNotPublic(String host) {
    assertThatThrownBy(() -> guard.check(host, 80, HTTP))
        .isInstanceOf(EgressDeniedException.class)
        .hasMessageContaining("not a public address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::ffff:10.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b::a00:1]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[2002:a00:1::1]",
        "[2002:c0a8:1::1]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "[fec0::1]",
        "[ff02::1]",
        "[2001:db8::1]",
        "[100::1]",
        "[3fff::1]",
        "[5f00::1]",
        "[4000::1]",
        "[2001:0:7f00:1::1]",
        "[2001:0:808:808::f5ff:fffe]",
        "[2a00::5efe:a00:1]",
        "[2001:10::1]"
      })
  void shouldDenyIpv6AddressesThatAreNotPublicOrEmbedSuch(String host) {
    assertThatThrownBy(() -> guard.check(host, 80, HTTP))
        .isInstanceOf(EgressDeniedException.class)
        .hasMessageContaining("not a public address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2130706433", "127.1", "0", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "127.0.0.01",
        "１２７.0.0.1", "127。0。0。1", "ｌｏｃａｌｈｏｓｔ", "127.0.0.1.", "example.com.", "1.2.3", "1.2.3.4.5",
        "256.1.1.1", "[::1%lo]", "[fe80::1%eth0]", "::1%1", "a..b", "-a.example", "a_b.example",
        "", " ", "user@host", "host:80", "host/path", "ex ample.com", "example.0x1"
      })
  void shouldDenyHostsThatParsersReadInDifferentWays(String host) {
    assertThatThrownBy(() -> guard.check(host, 80, HTTP)).isInstanceOf(EgressDeniedException.class);
    assertThat(network.lookups()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST",
        "a.localhost",
        "metadata.google.internal",
        "metadata",
        "instance-data"
      })
  void shouldDenyNamesOfThisMachineAndOfMetadataServices(String host) {
    assertThatThrownBy(() -> guard.check(host, 80, HTTP)).isInstanceOf(EgressDeniedException.class);
    assertThat(network.lookups()).isEmpty();
  }

  @Test
  void shouldDenyNamesWithAnAddressThatIsNotPublic() {
    network.name("127.0.0.1.nip.example", "127.0.0.1").name("two.example", "9.9.9.9", "10.0.0.7");

    assertThatThrownBy(() -> guard.check("127.0.0.1.nip.example", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class);
    assertThatThrownBy(() -> guard.check("two.example", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class)
        .hasMessageNotContaining("10.0.0.7");
  }

  @Test
  void shouldReturnTheCheckedAddresses() throws Exception {
    network.name("two.example", "9.9.9.9", "2620:fe::fe");

    ResolvedTarget target = guard.check("Two.Example", 443, HTTP);

    assertThat(target.host()).isEqualTo("two.example");
    assertThat(target.address())
        .isEqualTo(new InetSocketAddress(InetAddress.getByName("9.9.9.9"), 443));
    assertThat(target.addresses()).hasSize(2);
    assertThat(network.lookups()).containsExactly("two.example");
    assertThatCode(() -> guard.check("[64:ff9b::808:808]", 80, HTTP)).doesNotThrowAnyException();
  }

  @Test
  void shouldReportNamesWithoutAddress() {
    assertThatThrownBy(() -> guard.check("nowhere.example", 80, HTTP))
        .isInstanceOf(UnknownHostException.class);
  }

  @Test
  void shouldAllowProtocolPortsAndConfiguredPorts() {
    network.name("api.example", "9.9.9.9");
    EgressGuard listed =
        new EgressGuard(EgressPolicy.PUBLIC_ONLY.withResolver(network).withPorts(Set.of(8443)));

    assertThatThrownBy(() -> guard.check("api.example", 8443, HTTP))
        .isInstanceOf(EgressDeniedException.class)
        .hasMessageContaining("port 8443 of api.example is not allowed; allowed are [80, 443]");
    assertThatCode(() -> listed.check("api.example", 8443, HTTP)).doesNotThrowAnyException();
  }

  @Test
  void shouldAllowOnlyListedHosts() {
    network.name("api.example", "9.9.9.9").name("a.b.example", "9.9.9.9");
    EgressGuard listed =
        new EgressGuard(
            EgressPolicy.PUBLIC_ONLY
                .withResolver(network)
                .withHosts(HostFilter.listed(Set.of("*.b.example"))));

    assertThatCode(() -> listed.check("A.B.example", 80, HTTP)).doesNotThrowAnyException();
    assertThatThrownBy(() -> listed.check("api.example", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class)
        .hasMessageContaining("list of hosts");
    assertThatThrownBy(() -> listed.check("b.example", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class);
  }

  @Test
  void shouldAllowPrivateNetworksOnlyWithTheApprovalOfTheOperator() {
    EgressGuard ranges =
        new EgressGuard(
            EgressPolicy.PUBLIC_ONLY.withPrivateRanges(
                List.of(NetworkRange.parse("10.20.0.0/16"))));

    assertThatCode(() -> guard.check("10.0.0.1", 80, PRIVATE)).doesNotThrowAnyException();
    assertThatCode(() -> guard.check("127.0.0.1", 80, PRIVATE)).doesNotThrowAnyException();
    assertThatThrownBy(() -> guard.check("169.254.169.254", 80, PRIVATE))
        .isInstanceOf(EgressDeniedException.class);
    assertThatCode(() -> ranges.check("10.20.3.4", 80, HTTP)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ranges.check("10.21.3.4", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class);
  }

  @Test
  void shouldDenyPawlItselfAndItsDatabaseDespiteApproval() {
    network.name("pawl.example", "127.0.0.1").name("db.example", "127.0.0.9");
    EgressPermission ports = new EgressPermission(1, true, Set.of(8080, 5432, 80));
    EgressGuard own =
        new EgressGuard(
            EgressPolicy.PUBLIC_ONLY
                .withResolver(network)
                .withOwnAddresses(
                    () ->
                        Set.of(
                            new InetSocketAddress(8080),
                            InetSocketAddress.createUnresolved("db.example", 5432))));

    assertThatThrownBy(() -> own.check("pawl.example", 8080, ports))
        .isInstanceOf(EgressDeniedException.class);
    assertThatThrownBy(() -> own.check("127.0.0.9", 5432, ports))
        .isInstanceOf(EgressDeniedException.class);
    assertThatThrownBy(() -> own.check("[64:ff9b::7f00:9]", 5432, ports))
        .isInstanceOf(EgressDeniedException.class);
    assertThatCode(() -> own.check("[64:ff9b::7f00:9]", 80, ports)).doesNotThrowAnyException();
    assertThatCode(() -> own.check("pawl.example", 80, ports)).doesNotThrowAnyException();
  }

  @Test
  void shouldReportDenialsInFullToTheOperator() {
    List<String> denials = new ArrayList<>();
    EgressGuard audited =
        new EgressGuard(
            EgressPolicy.PUBLIC_ONLY
                .withResolver(network.name("inner.example", "10.1.2.3"))
                .withAudit(
                    (tenant, host, port, reason) ->
                        denials.add(tenant + " " + host + ":" + port + " " + reason)));

    assertThatThrownBy(() -> audited.check("inner.example", 80, HTTP))
        .isInstanceOf(EgressDeniedException.class);

    assertThat(denials)
        .singleElement()
        .asString()
        .startsWith("1 inner.example:80 10.1.2.3 is in a private network");
  }

  @Test
  void shouldRejectAnInvalidRange() {
    assertThatThrownBy(() -> NetworkRange.parse("10.0.0.0/33"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write it as 10.20.0.0/16");
    assertThatThrownBy(() -> NetworkRange.parse("example.com/8"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(NetworkRange.parse("fd00::/8")).hasToString("fd00:0:0:0:0:0:0:0/8");
  }
}
