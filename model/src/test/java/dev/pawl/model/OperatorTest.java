package dev.pawl.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperatorTest {

  @Test
  void shouldFindEveryOperatorByItsField() {
    for (Operator operator : Operator.values()) {
      assertThat(Operator.named(operator.field())).contains(operator);
    }
    assertThat(Operator.values()).hasSize(39);
    assertThat(Operator.named("Variable")).isEmpty();
  }

  @Test
  void shouldSelectTheVersionToCompareWith() {
    assertThat(Operator.STRING_MATCHES.takesPath()).isFalse();
    assertThat(Operator.STRING_MATCHES.operandKind()).isEqualTo(Operator.OperandKind.STRING);
    assertThat(Operator.NUMERIC_LESS_THAN_PATH.takesPath()).isTrue();
    assertThat(Operator.NUMERIC_LESS_THAN_PATH.operandKind())
        .isEqualTo(Operator.OperandKind.NUMBER);
    assertThat(Operator.IS_TIMESTAMP.operandKind()).isEqualTo(Operator.OperandKind.BOOLEAN);
    assertThat(Operator.TIMESTAMP_EQUALS.operandKind()).isEqualTo(Operator.OperandKind.TIMESTAMP);
  }
}
