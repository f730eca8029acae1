package dev.pawl.postgres.outbound;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.MessageTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The text templates of tenants for mails, text messages and notifications. */
public final class MessageTemplates {

  /** The largest number of templates of a tenant. */
  public static final int MAX_TEMPLATES_PER_TENANT = 1_000;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('pawl.template', ?))";

  private static final String COUNT =
      "select count(*) from pawl.template t where t.tenant = ? and t.name <> ?";

  private static final String SAVE =
      """
      insert into pawl.template (tenant, name, subject, text, html, updated_by)
      values (?, ?, ?, ?, ?, ?)
      on conflict (tenant, name) do update
        set subject = excluded.subject, text = excluded.text, html = excluded.html,
            updated_at = now(), updated_by = excluded.updated_by
      """;

  private static final String LIST =
      """
      select t.name, t.subject, t.updated_at, t.updated_by
        from pawl.template t
       where t.tenant = ? and t.name > ? order by t.name limit ?
      """;

  private static final String FIND =
      """
      select t.name, t.subject, t.text, t.html, t.updated_at, t.updated_by
        from pawl.template t
       where t.tenant = ? and t.name = ?
      """;

  private static final String DELETE = "delete from pawl.template where tenant = ? and name = ?";

  private final TenantDatabase database;

  /** Creates access to the templates with the given access to rows of tenants. */
  public MessageTemplates(TenantDatabase database) {
    this.database = database;
  }

  /** A template as it is stored. */
  public record StoredTemplate(MessageTemplate template, Instant updatedAt, String updatedBy) {}

  /** A template without its texts. */
  public record TemplateInfo(String name, String subject, Instant updatedAt, String updatedBy) {}

  /**
   * Saves a template; empty if the tenant has reached its limit.
   *
   * @param by who saves it, for people
   */
  public Optional<StoredTemplate> save(TenantId tenant, MessageTemplate template, String by) {
    return database
        .of(tenant)
        .transact(
            connection -> {
              Rows.list(connection, LOCK, row -> true, (long) tenant.value());
              int others =
                  Rows.first(
                          connection, COUNT, row -> row.getInt(1), tenant.value(), template.name())
                      .orElse(0);
              if (others >= MAX_TEMPLATES_PER_TENANT) {
                return Optional.empty();
              }
              ConnectionTemplate.update(
                  connection,
                  SAVE,
                  tenant.value(),
                  template.name(),
                  template.subject(),
                  template.text(),
                  template.html(),
                  by);
              return find(connection, tenant, template.name());
            });
  }

  /** Returns at most {@code limit} templates of a tenant whose names follow another, by name. */
  public List<TemplateInfo> list(TenantId tenant, String after, int limit) {
    return database
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    row ->
                        new TemplateInfo(
                            row.getString(1),
                            row.getString(2),
                            Rows.time(row, 3).orElseThrow(),
                            row.getString(4)),
                    tenant.value(),
                    after,
                    limit));
  }

  /** Returns a template. */
  public Optional<StoredTemplate> find(TenantId tenant, String name) {
    return database.of(tenant).use(connection -> find(connection, tenant, name));
  }

  private static Optional<StoredTemplate> find(Connection connection, TenantId tenant, String name)
      throws SQLException {
    return Rows.first(connection, FIND, MessageTemplates::row, tenant.value(), name);
  }

  /** Deletes a template; returns false if there is none. */
  public boolean delete(TenantId tenant, String name) {
    return database.of(tenant).update(DELETE, tenant.value(), name) > 0;
  }

  private static StoredTemplate row(ResultSet row) throws SQLException {
    return new StoredTemplate(
        new MessageTemplate(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
        Rows.time(row, 5).orElseThrow(),
        row.getString(6));
  }
}
