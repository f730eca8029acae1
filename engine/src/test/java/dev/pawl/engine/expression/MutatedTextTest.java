package dev.pawl.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.intrinsic.IntrinsicSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is written as a path or a call is read, or refused with a position; nothing else. */
class MutatedTextTest {

  private static final int ROUNDS = 20_000;
  private static final String CHARACTERS =
      "$.[]'\"()?@!=<>&|~/\\*,:-019aeln t_{}é\uD83D\uDE00\u0001";
  private static final Json DOCUMENT =
      JsonText.parse("{\"a\":{\"b\":[1,2,{\"c\":\"x\"}]},\"l\":[{\"n\":1,\"t\":\"abc\"}]}");

  private final Random random = new Random(20_260_101);

  @Test
  void shouldParseOrRejectPaths() {
    List<String> seeds =
        List.of(
            "$.a.b[0]",
            "$.l[?(@.n < 10 && @.t =~ /a.*/i)]",
            "$[1:2,'x',\"y\"]..c",
            "$[?length(@.a) == count($..b) || !match(@.c,'x')]",
            "$x[(@.length-1)].length()");
    int read = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String text = mutated(seeds.get(random.nextInt(seeds.size())));
      try {
        Path path = Path.parse(text);
        Paths.select(path, DOCUMENT, new Budget());
        assertThat(Path.parse(path.source())).isEqualTo(path);
        read++;
      } catch (PathSyntaxException e) {
        assertThat(e.position()).as(text).isBetween(0, text.length());
      }
    }

    assertThat(read).isBetween(ROUNDS / 100, ROUNDS / 2);
  }

  @Test
  void shouldParseOrRejectCalls() {
    int read = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String text = mutated("States.Format('{} {} \\'', $.a[?@.b], States.Array(-1.5, true))");
      try {
        IntrinsicCall.parse(text);
        read++;
      } catch (IntrinsicSyntaxException e) {
        assertThat(e.position()).as(text).isBetween(0, text.length());
      }
    }

    assertThat(read).isBetween(ROUNDS / 100, ROUNDS / 2);
  }

  private String mutated(String seed) {
    StringBuilder text = new StringBuilder(seed);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length());
      char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, c);
        case 1 -> text.setCharAt(at, c);
        case 2 -> text.deleteCharAt(at).append(text.isEmpty() ? "$" : "");
        default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 8)));
      }
    }
    return text.toString();
  }
}
