package insurance;

import dev.pawl.ExecutionQuery;
import dev.pawl.Pawl;
import dev.pawl.StepSummary;
import insurance.Contracts.Scope;
import java.util.List;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints of the insurer. */
@RestController
public class ContractController {

  /** The id of a new contract. */
  public record Created(UUID id) {}

  /** One execution about a contract, with the jobs that are done or under way. */
  public record Work(String flow, String status, List<String> jobs) {}

  private final Contracts contracts;
  private final Pawl pawl;

  ContractController(Contracts contracts, Pawl pawl) {
    this.contracts = contracts;
    this.pawl = pawl;
  }

  @PostMapping("/policies")
  Created createPolicy(@RequestBody Contract policy, Scope scope) {
    return new Created(contracts.createPolicy(policy, scope));
  }

  @PostMapping("/quotes")
  Created saveQuote(@RequestBody Contract quote, Scope scope) {
    return new Created(contracts.saveQuote(quote, scope));
  }

  @PostMapping("/policies/{id}/payment")
  void pay(@PathVariable UUID id, Scope scope) {
    contracts.pay(id, scope);
  }

  @GetMapping("/contracts/{id}/work")
  List<Work> work(@PathVariable UUID id) {
    return pawl.search(ExecutionQuery.ALL.withBusinessKey(id.toString())).stream()
        .map(
            execution ->
                new Work(
                    execution.flow(),
                    execution.status().name(),
                    pawl.steps(execution.id()).stream().map(StepSummary::state).toList()))
        .toList();
  }
}
