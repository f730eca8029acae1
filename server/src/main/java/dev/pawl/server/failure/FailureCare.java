package dev.pawl.server.failure;

import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.failure.FailureCareStore;
import dev.pawl.postgres.failure.FailureFamilies;
import dev.pawl.postgres.failure.FailureFamily;
import dev.pawl.server.access.Caller;
import dev.pawl.server.failure.FailureDetailView.FailureChangeKind;
import dev.pawl.server.failure.FailureFamilyView.FailureStatus;
import dev.pawl.server.problem.ApiException;
import java.util.List;

/** What people do with failure families. */
final class FailureCare {

  private final TenantDatabase tenanted;

  FailureCare(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * Changes the status of a family.
   *
   * @param kind KNOWN, RESOLVED or REOPENED
   * @throws ApiException if a family is to be reopened that is new or reopened already
   */
  void change(Caller caller, String family, FailureChangeKind kind, String note) {
    tenanted
        .of(caller.tenant())
        .transact(
            connection -> {
              FailureFamily found =
                  FailureFamilies.find(connection, caller.tenant(), List.of(family)).get(family);
              FailureStatus status =
                  found == null ? FailureStatus.NEW : FailureStatus.valueOf(found.status());
              boolean isFresh = status == FailureStatus.NEW || status == FailureStatus.REOPENED;
              if (kind == FailureChangeKind.REOPENED && isFresh) {
                throw ApiException.conflict(
                    "not-known",
                    "only a known or resolved family can be reopened; its status is " + status);
              }
              FailureCareStore.change(
                  connection, caller.tenant(), family, kind.name(), caller.name(), note);
              return true;
            });
  }

  /** Assigns a family to a person or team; an empty name removes the assignee. */
  void assign(Caller caller, String family, String assignee, String note) {
    tenanted
        .of(caller.tenant())
        .transact(
            connection -> {
              FailureCareStore.assign(
                  connection, caller.tenant(), family, assignee, caller.name(), note);
              return true;
            });
  }
}
