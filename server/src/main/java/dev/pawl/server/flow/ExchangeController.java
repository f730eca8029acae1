package dev.pawl.server.flow;

import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.Importing.Brought;
import dev.pawl.server.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Taking flows elsewhere, and bringing them here. */
@RestController
public final class ExchangeController {

  private final Catalogue catalogue;
  private final ActiveVersions active;

  ExchangeController(Catalogue catalogue, ActiveVersions active) {
    this.catalogue = catalogue;
    this.active = active;
  }

  @GetMapping("/api/flows/{flow}/export")
  Exchange export(Caller caller, @PathVariable String flow) {
    return exported(caller, List.of(catalogue.get(caller.tenant(), flow)));
  }

  /** All flows of the tenant but those that are archived. */
  @GetMapping("/api/export")
  Exchange export(Caller caller) {
    List<FlowRecord> flows =
        catalogue.list(caller.tenant(), Catalogue.Wanted.ANY, "", Exchange.MOST + 1);
    if (flows.size() > Exchange.MOST) {
      throw Refusal.refused(
          "too-many", "there are more than " + Exchange.MOST + " flows; export them one by one");
    }
    return exported(caller, flows);
  }

  private Exchange exported(Caller caller, List<FlowRecord> flows) {
    return catalogue.transact(
        caller.tenant(),
        connection -> {
          List<Exchange.Item> items = new ArrayList<>();
          for (FlowRecord flow : flows) {
            items.add(Exchange.Item.of(flow, Shelf.active(connection, caller.tenant(), flow)));
          }
          return new Exchange(Exchange.FORM, items);
        });
  }

  /**
   * What was brought.
   *
   * @param dryRun whether it only would be
   */
  record Imported(boolean dryRun, List<Brought> flows) {}

  @PostMapping("/api/import")
  Imported bring(
      Caller caller,
      @RequestBody Exchange body,
      @RequestParam(defaultValue = "false") boolean dryRun) {
    List<Exchange.Item> items = body.checked();
    List<Brought> brought =
        catalogue.transact(
            caller.tenant(), connection -> new Importing(caller, dryRun).all(connection, items));
    active.changed();
    return new Imported(dryRun, brought);
  }
}
