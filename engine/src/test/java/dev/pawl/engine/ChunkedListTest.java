package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedListTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 1023, 1024, 1025, 40_000})
  void shouldContainTheElementsOfAList(int size) {
    ChunkedList<Integer> chunked = ChunkedList.<Integer>empty().plus(-1, size);
    List<Integer> plain = new ArrayList<>();
    Random random = new Random(size);
    for (int i = 0; i < size; i++) {
      plain.add(-1);
    }
    for (int i = 0; i < Math.min(size, 2_000); i++) {
      int index = random.nextInt(size);
      plain.set(index, i);
      chunked = chunked.with(index, i);
    }

    assertThat(chunked).isEqualTo(plain);
    assertThat(ChunkedList.copyOf(plain)).isEqualTo(plain);
  }

  @Test
  void shouldNotChangeTheListItCameFrom() {
    ChunkedList<String> before = ChunkedList.<String>empty().plus("a", 100);

    ChunkedList<String> after = before.with(50, "b").plus("c", 1);

    assertThat(before).hasSize(100).containsOnly("a");
    assertThat(after).hasSize(101).contains("b", "c");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 1023, 1024, 1025, 40_000})
  void shouldContinueFromACopy(int size) {
    List<Integer> plain = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    ChunkedList<Integer> chunked = ChunkedList.copyOf(plain);

    for (int i = 0; i < 1_100; i++) {
      plain.add(i);
    }
    plain.set(size / 2, -1);

    ChunkedList<Integer> longer = chunked;
    for (int i = 0; i < 1_100; i++) {
      longer = longer.plus(i, 1);
    }
    assertThat(longer.with(size / 2, -1)).isEqualTo(plain);
  }

  @Test
  void shouldRejectContentAfterTheEnd() {
    ChunkedList<String> list = ChunkedList.<String>empty().plus("a", 3);

    assertThatThrownBy(() -> list.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> list.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
