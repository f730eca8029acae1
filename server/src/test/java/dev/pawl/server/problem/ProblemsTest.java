package dev.pawl.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.SqlFault;
import jakarta.validation.ConstraintViolation;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

class ProblemsTest {

  private static final RequestErrors NOTHING_TO_SAY =
      new RequestErrors() {
        @Override
        public String body(Throwable cause) {
          return "";
        }

        @Override
        public String field(ConstraintViolation<?> violation) {
          return violation.getPropertyPath().toString();
        }

        @Override
        public String allowed(TypeMismatchException failed) {
          return "";
        }
      };

  private static ResponseEntity<ProblemDetail> problemFor(String state) {
    return new Problems(NOTHING_TO_SAY)
        .unavailable(new UnavailableException("x", new SQLException("why", state)));
  }

  private static Object code(ResponseEntity<ProblemDetail> answer) {
    ProblemDetail body = answer.getBody();
    assertThat(body).isNotNull();
    Map<String, Object> properties = body.getProperties();
    assertThat(properties).isNotNull();
    return properties.get("code");
  }

  @Test
  void shouldDistinguishAnUnstorableRequestFromAnUnreachableDatabase() {
    assertThat(problemFor("22001").getStatusCode().value()).isEqualTo(422);
    assertThat(problemFor("54000").getStatusCode().value()).isEqualTo(422);
    assertThat(problemFor("08006").getStatusCode().value()).isEqualTo(503);
  }

  private static String detail(ResponseEntity<ProblemDetail> answer) {
    ProblemDetail body = answer.getBody();
    assertThat(body).isNotNull();
    return String.valueOf(body.getDetail());
  }

  @Test
  void shouldNotExposeDatabaseMessages() {
    SQLException said =
        new SQLException(
            "ERROR: duplicate key value violates unique constraint \"flow_pkey\"", "22021");
    Problems problems = new Problems(NOTHING_TO_SAY);

    for (ResponseEntity<ProblemDetail> told :
        List.of(
            problems.unavailable(new UnavailableException(said.getMessage(), said)),
            problems.refused(new IllegalArgumentException(said.getMessage(), said)),
            problems.unforeseen(new IllegalStateException(said.getMessage(), said)))) {
      assertThat(detail(told))
          .doesNotContain("ERROR", "flow_pkey", "violates")
          .matches(".*under the reference [0-9a-f]{8}");
    }
    assertThat(SqlFault.unavailable(said)).hasMessageNotContaining("flow_pkey").hasCause(said);
  }

  @Test
  void shouldDistinguishAnOverloadedServerFromAnUnreachableDatabase() {
    ResponseEntity<ProblemDetail> full = problemFor("53300");

    assertThat(full.getStatusCode().value()).isEqualTo(503);
    assertThat(code(full)).isEqualTo("overloaded");
    assertThat(full.getHeaders().getFirst("Retry-After")).isEqualTo("1");
    assertThat(code(problemFor("08006"))).isEqualTo("unavailable");
    assertThat(problemFor("08006").getHeaders().getFirst("Retry-After")).isEqualTo("1");
  }
}
