package dev.pawl.server.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.ApiJson;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The descriptors that workers told; who comes last is right. */
final class Descriptors {

  static final int MOST = 10_000;

  /** How many characters one has in all. */
  static final int LONGEST = 32_000;

  private static final String TELL =
      """
      insert into pawl.described (tenant, resource, descriptor) values (?, ?, ?)
      on conflict (tenant, resource)
        do update set descriptor = excluded.descriptor, at = excluded.at
      """;

  // A worker says it when it begins, and may go on for long.
  private static final String FORGET =
      """
      delete from pawl.described d
       where d.tenant = ? and d.at < now() - interval '90 days'
         and not exists (select from pawl.worker w
               where w.tenant = d.tenant and w.resource = d.resource)
      """;

  private static final String COUNT = "select count(*) from pawl.described d where d.tenant = ?";

  private static final String FIND =
      """
      select d.resource, d.descriptor from pawl.described d
       where d.tenant = ? and d.resource = any(?)
      """;

  private final Tenanted tenanted;
  private final ApiJson json;

  Descriptors(Tenanted tenanted, ApiJson json) {
    this.tenanted = tenanted;
    this.json = json;
  }

  private record Row(String resource, String descriptor) {}

  /**
   * All of them or none.
   *
   * @throws Refusal if one is too long, or the tenant has too many
   */
  void tell(TenantId tenant, Map<String, Descriptor> told) {
    Map<String, String> texts = new HashMap<>();
    told.forEach((resource, descriptor) -> texts.put(resource, text(resource, descriptor)));
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              Borrowed.update(connection, FORGET, tenant.value());
              for (Map.Entry<String, String> one : texts.entrySet()) {
                Borrowed.update(connection, TELL, tenant.value(), one.getKey(), one.getValue());
              }
              int all =
                  Rows.first(connection, COUNT, row -> row.getInt(1), tenant.value()).orElse(0);
              if (all > MOST) {
                throw Refusal.conflict(
                    "too-many", "a tenant has at most " + MOST + " resources with descriptors");
              }
              return all;
            });
  }

  private String text(String resource, Descriptor descriptor) {
    String text = json.write(descriptor.checked(resource));
    if (text.length() > LONGEST) {
      throw Descriptor.bad(
          resource, "a descriptor has at most " + LONGEST + " characters; shorten its schemas");
    }
    return text;
  }

  /** Of those of these resources that have one. */
  Map<String, Descriptor> of(TenantId tenant, Collection<String> resources) {
    Map<String, Descriptor> found = new HashMap<>();
    if (resources.isEmpty()) {
      return found;
    }
    tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    FIND,
                    row -> new Row(row.getString(1), row.getString(2)),
                    tenant.value(),
                    resources.toArray(String[]::new)))
        .forEach(
            row ->
                json.read(row.descriptor(), Descriptor.class)
                    .ifPresent(descriptor -> found.put(row.resource(), descriptor)));
    return found;
  }
}
