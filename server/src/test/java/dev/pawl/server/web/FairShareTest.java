package dev.pawl.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairShareTest {

  private static int takeAll(FairShare<String> share, String key) {
    int taken = 0;
    while (share.acquire(key)) {
      taken++;
    }
    return taken;
  }

  @Test
  void shouldLeaveAThirdOfTheRemainderToTheNext() {
    FairShare<String> share = new FairShare<>(900, 900);

    assertThat(takeAll(share, "first")).isEqualTo(600);
    assertThat(takeAll(share, "second")).isEqualTo(200);
    assertThat(takeAll(share, "third")).isEqualTo(67);
    assertThat(takeAll(share, "fourth")).isEqualTo(22);
    assertThat(share.acquire("fifth")).isTrue();
  }

  @Test
  void shouldLimitAKeyToTheMaximum() {
    FairShare<String> share = new FairShare<>(900, 50);

    assertThat(takeAll(share, "first")).isEqualTo(50);
    assertThat(takeAll(share, "second")).isEqualTo(50);
  }

  @Test
  void shouldOfferReturnedWorkAgain() {
    FairShare<String> share = new FairShare<>(3, 3);
    assertThat(takeAll(share, "first")).isEqualTo(2);

    share.release("first");
    share.release("first");
    share.release("unknown");

    assertThat(share.count("first")).isZero();
    assertThat(takeAll(share, "second")).isEqualTo(2);
    assertThat(share.acquire("third")).isTrue();
    assertThat(share.acquire("fourth")).isFalse();
  }
}
