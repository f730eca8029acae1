package dev.pawl.server.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.worker.ResourceDescriptors;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiJson;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Stores the descriptors that workers send; the latest one of a resource replaces the others. */
final class Descriptors {

  static final int MAX_DESCRIPTORS = 10_000;

  /** Maximum number of characters of a stored descriptor. */
  static final int MAX_DESCRIPTOR_LENGTH = 32_000;

  private final TenantDatabase tenanted;
  private final ApiJson json;

  Descriptors(TenantDatabase tenanted, ApiJson json) {
    this.tenanted = tenanted;
    this.json = json;
  }

  /**
   * Stores all descriptors in one transaction.
   *
   * @throws ApiException if one is invalid or too long, or if the tenant has too many
   */
  void save(TenantId tenant, Map<String, Descriptor> described) {
    Map<String, String> texts = new HashMap<>();
    described.forEach((resource, descriptor) -> texts.put(resource, text(resource, descriptor)));
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              int all = ResourceDescriptors.save(connection, tenant, texts);
              if (all > MAX_DESCRIPTORS) {
                throw ApiException.conflict(
                    "too-many",
                    "a tenant has at most " + MAX_DESCRIPTORS + " resources with descriptors");
              }
              return all;
            });
  }

  private String text(String resource, Descriptor descriptor) {
    String text = json.write(descriptor.requireValid(resource));
    if (text.length() > MAX_DESCRIPTOR_LENGTH) {
      throw Descriptor.invalid(
          resource,
          "a descriptor has at most " + MAX_DESCRIPTOR_LENGTH + " characters; shorten its schemas");
    }
    return text;
  }

  /** Returns the descriptors of those resources that have one. */
  Map<String, Descriptor> of(TenantId tenant, Collection<String> resources) {
    Map<String, Descriptor> found = new HashMap<>();
    if (resources.isEmpty()) {
      return found;
    }
    tenanted
        .of(tenant)
        .use(connection -> ResourceDescriptors.find(connection, tenant, resources))
        .forEach(
            row ->
                json.read(row.descriptor(), Descriptor.class)
                    .ifPresent(descriptor -> found.put(row.resource(), descriptor)));
    return found;
  }
}
