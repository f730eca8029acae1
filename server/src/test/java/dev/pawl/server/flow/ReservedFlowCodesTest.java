package dev.pawl.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ServerEndpoints;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReservedFlowCodesTest {

  @Test
  void shouldReserveEveryPathSegmentUsedInPlaceOfACode() {
    Set<String> words =
        ServerEndpoints.TABLE.names().stream()
            .map(endpoint -> endpoint.substring(endpoint.indexOf(' ') + 1).split("/"))
            .filter(parts -> parts.length > 3 && parts[1].equals("api") && parts[2].equals("flows"))
            .map(parts -> parts[3])
            .filter(part -> !part.startsWith("{"))
            .collect(Collectors.toSet());

    assertThat(FlowNameRules.RESERVED).containsExactlyInAnyOrderElementsOf(words);
  }
}
