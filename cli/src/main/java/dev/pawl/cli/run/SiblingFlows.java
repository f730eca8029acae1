package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.check.FlowCallCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the flows in the folder of a flow, which it may call by their codes. */
public final class SiblingFlows {

  private final String folder;
  private final Map<String, Optional<FlowFile>> known = new LinkedHashMap<>();

  /**
   * Creates a lookup in the folder of a file.
   *
   * @param file the file of the flow, or {@code -} for the current folder
   */
  public SiblingFlows(String file) {
    Path parent = file.equals(Texts.STANDARD_INPUT) ? null : Texts.path(file).getParent();
    this.folder = parent == null ? "" : parent + "/";
  }

  public Optional<FlowFile> find(String code) {
    Optional<FlowFile> found = known.get(code);
    if (found == null) {
      found = look(code);
      known.put(code, found);
    }
    return found;
  }

  /**
   * Returns the file with a warning for each call of an unknown flow.
   *
   * @param given codes of known flows, which may be in other folders
   */
  public FlowFile checked(FlowFile file, Set<String> given) {
    Predicate<String> exists =
        code -> given.contains(code) || file.code().equals(code) || fileOf(code).isPresent();
    Optional<FlowReferences> references = file.flow().map(flow -> FlowReferences.of(flow));
    boolean isComplete =
        references.stream()
            .flatMap(all -> all.flowCalls().stream())
            .flatMap(call -> call.code().stream())
            .allMatch(exists);
    return isComplete
        ? file
        : file.with(
            FlowCallCheck.unknownFlows(
                file.document().orElseThrow(), references.orElseThrow(), exists, codes(given)));
  }

  /** Returns the codes to suggest for an unknown one. */
  private List<String> codes(Set<String> given) {
    try (Stream<Path> files = Files.list(Path.of(folder.isEmpty() ? "." : folder))) {
      Stream<String> beside =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> FlowFile.endings().stream().anyMatch(name::endsWith))
              .map(FlowFile::code);
      return Stream.concat(given.stream(), beside).distinct().sorted().toList();
    } catch (IOException e) {
      return List.copyOf(given);
    }
  }

  private Optional<FlowFile> look(String code) {
    return fileOf(code).map(FlowFile::read);
  }

  private Optional<String> fileOf(String code) {
    // A code must not name a file outside the folder.
    if (code.isEmpty() || code.contains("/") || code.contains("\\") || code.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    return FlowFile.endings().stream()
        .map(ending -> folder + code + ending)
        .filter(name -> Files.isRegularFile(Texts.path(name)))
        .findFirst();
  }

  /**
   * Returns the flow and all flows that it calls by fixed codes, directly or indirectly.
   *
   * @param isMocked returns true for resources with a scripted answer, which are not followed
   * @throws UsageException if a called flow does not exist
   */
  public List<FlowFile> reachable(FlowFile main, Predicate<String> isMocked) {
    Map<String, FlowFile> reached = new LinkedHashMap<>();
    reached.put("", main);
    Deque<FlowFile> toVisit = new ArrayDeque<>(List.of(main));
    while (!toVisit.isEmpty()) {
      FlowFile file = toVisit.remove();
      for (ResourceUse use :
          file.flow().map(flow -> FlowReferences.of(flow).resources()).orElse(List.of())) {
        Optional<String> code =
            isMocked.test(use.resource())
                ? Optional.empty()
                : use.call().flatMap(FlowReferences.FlowCall::code);
        if (code.isPresent() && !reached.containsKey(code.get())) {
          FlowFile called = find(code.get()).orElseThrow(() -> missing(file, use, code.get()));
          reached.put(code.get(), called);
          toVisit.add(called);
        }
      }
    }
    return List.copyOf(reached.values());
  }

  private UsageException missing(FlowFile file, ResourceUse use, String code) {
    return new UsageException(
        "state '%s' of %s calls the flow '%s', but there is no %s%s.asl.json (nor .asl.yaml, .json...)"
            .formatted(use.state().name(), file.name(), code, folder, code));
  }
}
