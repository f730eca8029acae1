/** Returns the path of an execution, so that an id from the address cannot name another endpoint. */
export function executionPath(id: string): string {
  // Browsers resolve dots also where they are encoded, unless the percent sign is too.
  const segment = /^\.+$/.test(id) ? id.replaceAll('.', '%2E') : id;
  return `/api/flows/executions/${encodeURIComponent(segment)}`;
}
