package dev.pawl.client.flow;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.client.http.Operation;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The operations on flows. A flow is addressed by its code or its id. */
public final class FlowsApi {

  private static final String ROOT = "/api/flows";
  private static final int NOT_FOUND = 404;

  private final ApiConnection connection;

  public FlowsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the flows that match, without the text of their drafts; pages are read as needed. */
  @Operation("GET /api/flows")
  public Stream<Flow> list(FlowFilter filter) {
    return connection.list(filter.path()).map(Flow::new);
  }

  /**
   * Returns a flow.
   *
   * @throws PawlApiException with status 404 if there is none
   */
  @Operation("GET /api/flows/{flow}")
  public Flow get(String flow) {
    return new Flow(connection.get(path(flow).toString()));
  }

  /** Returns a flow; empty if there is none. */
  public Optional<Flow> find(String flow) {
    try {
      return Optional.of(get(flow));
    } catch (PawlApiException refused) {
      if (refused.status() == NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  /**
   * Creates a flow with a draft; the draft may have errors.
   *
   * @throws PawlApiException with status 409 if the code is taken
   */
  @Operation("POST /api/flows")
  public Flow create(FlowDraft draft) {
    return new Flow(connection.write("POST", ROOT, draft.json()));
  }

  /**
   * Creates or updates the draft of a flow and makes it the active version. Deploying the same text
   * again changes nothing.
   *
   * @param draft with a code
   * @throws PawlApiException with status 422 and the findings if the definition has errors; then
   *     nothing is stored
   */
  @Operation("POST /api/import")
  public ImportedFlow deploy(FlowDraft draft) {
    return importFlows(List.of(PortableFlow.of(draft, true)), false).getFirst();
  }

  /** Replaces the draft of a flow, whatever its revision is. */
  @Operation("PUT /api/flows/{flow}")
  public Flow saveDraft(String flow, FlowDraft draft) {
    return save(ApiRequest.of("PUT", path(flow).toString(), draft.json()));
  }

  /**
   * Replaces the draft of a flow.
   *
   * @param revision the revision that the draft was read with
   * @throws PawlApiException with status 409 if the draft has another revision by now
   */
  public Flow saveDraft(String flow, FlowDraft draft, int revision) {
    return save(
        ApiRequest.of("PUT", path(flow).toString(), draft.json())
            .header("If-Match", Integer.toString(revision)));
  }

  private Flow save(ApiRequest request) {
    return new Flow(connection.send(request.once()).json());
  }

  /** Checks a definition and stores nothing. */
  @Operation("POST /api/flows/validate")
  public Validation validate(FlowDraft draft) {
    return new Validation(connection.write("POST", ROOT + "/validate", draft.json()));
  }

  /**
   * Publishes the draft as the next version and activates it.
   *
   * @throws PawlApiException with status 422 and the findings if the draft has errors
   */
  @Operation("POST /api/flows/{flow}/publish")
  public Flow publish(String flow, String note) {
    return change(flow, "publish", JsonObject.of("note", Json.of(note)));
  }

  /** Activates the version that was published last: new executions use it. */
  public Flow activate(String flow) {
    return change(flow, "activate", JsonObject.EMPTY);
  }

  /** Activates any version: new executions use it. */
  @Operation("POST /api/flows/{flow}/activate")
  public Flow activate(String flow, int version) {
    return change(flow, "activate", JsonObject.of("version", Json.of(version)));
  }

  /** Prevents new executions until a version is activated; running ones continue. */
  @Operation("POST /api/flows/{flow}/deactivate")
  public Flow deactivate(String flow) {
    return change(flow, "deactivate", JsonObject.EMPTY);
  }

  /** Creates a copy of the draft under another code. */
  @Operation("POST /api/flows/{flow}/duplicate")
  public Flow duplicate(String flow, String newCode) {
    return change(flow, "duplicate", JsonObject.of("code", Json.of(newCode)));
  }

  /** Archives a flow: it leaves the lists and cannot be started; running executions continue. */
  @Operation("DELETE /api/flows/{flow}")
  public Flow archive(String flow) {
    return new Flow(connection.write("DELETE", path(flow).toString()));
  }

  /** Restores an archived flow. */
  @Operation("POST /api/flows/{flow}/restore")
  public Flow restore(String flow) {
    return change(flow, "restore", JsonObject.EMPTY);
  }

  /**
   * Deletes an archived flow permanently; its ended executions can still be read.
   *
   * @param code the code, not the id
   * @return what the server says: the id and the code of the deleted flow
   * @throws PawlApiException with status 409 if it is not archived or has unfinished executions
   */
  @Operation("POST /api/flows/{flow}/delete")
  public Json delete(String code) {
    return connection.write(
        "POST", path(code).add("delete").toString(), JsonObject.of("code", Json.of(code)));
  }

  /**
   * Applies an action to several flows in one transaction. A flow to which it cannot be applied
   * does not prevent the others.
   *
   * @param action {@code ENABLE}, {@code DISABLE}, {@code TAG}, {@code UNTAG}, {@code ARCHIVE} or
   *     {@code RESTORE}
   * @param tags what {@code TAG} adds and {@code UNTAG} removes; otherwise empty
   * @param dryRun true to report what would change and change nothing
   * @return the result for each flow
   */
  @Operation("POST /api/flows/bulk")
  public Json changeSeveral(String action, List<String> flows, List<String> tags, boolean dryRun) {
    JsonObject body = JsonObject.of("action", Json.of(action)).with("flows", texts(flows));
    return connection.write(
        "POST",
        ApiPath.of(ROOT + "/bulk").query("dryRun", dryRun).toString(),
        tags.isEmpty() ? body : body.with("tags", texts(tags)));
  }

  private static Json texts(List<String> words) {
    return JsonArray.of(words.stream().map(Json::of).toList());
  }

  private Flow change(String flow, String action, JsonObject body) {
    return new Flow(connection.write("POST", path(flow).add(action).toString(), body));
  }

  /** Returns the versions of a flow, newest first and without their text. */
  @Operation("GET /api/flows/{flow}/versions")
  public Stream<FlowVersion> versions(String flow) {
    return connection.list(path(flow).add("versions").toString()).map(FlowVersion::new);
  }

  /** Returns a version with its text. */
  @Operation("GET /api/flows/{flow}/versions/{number}")
  public FlowVersion version(String flow, int number) {
    return new FlowVersion(connection.get(path(flow).add("versions/" + number).toString()));
  }

  /**
   * Compares two versions.
   *
   * @param from the number of a version, or {@code draft}
   * @param to the number of a version, or {@code draft}
   */
  @Operation("GET /api/flows/{flow}/diff")
  public FlowDiff diff(String flow, String from, String to) {
    return new FlowDiff(
        connection.get(path(flow).add("diff").query("from", from).query("to", to).toString()));
  }

  /** Makes the text of an old version the draft; versions stay as they are. */
  @Operation("POST /api/flows/{flow}/versions/{number}/restore")
  public Flow rollback(String flow, int number) {
    return change(flow, "versions/" + number + "/restore", JsonObject.EMPTY);
  }

  /** Exports a flow. */
  @Operation("GET /api/flows/{flow}/export")
  public PortableFlow export(String flow) {
    Json bundle = connection.get(path(flow).add("export").toString());
    return new PortableFlow(JsonMembers.list(bundle, "flows").getFirst());
  }

  /** Exports all flows of the tenant. */
  @Operation("GET /api/export")
  public List<PortableFlow> exportAll() {
    List<PortableFlow> flows = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      ApiPath path = ApiPath.of("/api/export");
      cursor.ifPresent(after -> path.query("after", after));
      Json bundle = connection.get(path.toString());
      JsonMembers.list(bundle, "flows").forEach(flow -> flows.add(new PortableFlow(flow)));
      cursor = JsonMembers.text(bundle, "next");
    } while (cursor.isPresent());
    return flows;
  }

  /**
   * Imports flows, all or none: in one request if they fit. If they need several requests, all are
   * tried as dry runs before the first one is imported.
   *
   * @param dryRun true to check the flows and store nothing
   * @return the effect on each flow, in the same order
   */
  public List<ImportedFlow> importFlows(List<PortableFlow> flows, boolean dryRun) {
    List<JsonObject> batches = ImportBatches.of(flows);
    if (!dryRun && batches.size() > 1) {
      send(batches, true);
    }
    return send(batches, dryRun);
  }

  private List<ImportedFlow> send(List<JsonObject> batches, boolean dryRun) {
    List<ImportedFlow> imported = new ArrayList<>();
    for (JsonObject batch : batches) {
      Json result = connection.write("POST", "/api/import?dryRun=" + dryRun, batch);
      JsonMembers.list(result, "flows").forEach(flow -> imported.add(new ImportedFlow(flow)));
    }
    return imported;
  }

  /** Returns the resources that Tasks can name, with their workers and descriptors. */
  @Operation("GET /api/flows/resources")
  public Stream<ResourceInfo> resources() {
    return connection.list(ROOT + "/resources").map(ResourceInfo::new);
  }

  /**
   * Returns the states of active versions that use resources: {@code {resource, flow, version,
   * states}}.
   */
  @Operation("GET /api/flows/resources/uses")
  public Stream<Json> resourceUses() {
    return connection.list(ROOT + "/resources/uses");
  }

  /**
   * Returns what the triggers of a flow have started in the last 24 hours, newest first: {@code
   * {execution, at, status, startedBy}}.
   */
  @Operation("GET /api/flows/{flow}/trigger/starts")
  public Stream<Json> triggered(String flow) {
    return connection.list(path(flow).add("trigger").add("starts").toString());
  }

  /** Returns how a flow starts: {@code {type, config}}. */
  @Operation("GET /api/flows/{flow}/trigger")
  public Json trigger(String flow) {
    return connection.get(path(flow).add("trigger").toString());
  }

  /**
   * Sets how a flow starts.
   *
   * @param type such as {@code EVENT_TRIGGERED}
   */
  @Operation("PUT /api/flows/{flow}/trigger")
  public Json setTrigger(String flow, String type, Json config) {
    return connection.write(
        "PUT",
        path(flow).add("trigger").toString(),
        JsonObject.of("type", Json.of(type)).with("config", config));
  }

  private static ApiPath path(String flow) {
    return ApiPath.of(ROOT).segment(flow);
  }
}
