/** Ids of the texts for the changes that people look for most; others show their endpoint. */
const ACTIONS: Readonly<Record<string, string>> = {
  'POST /api/flows': 'createFlow',
  'PUT /api/flows/{flow}': 'saveDraft',
  'DELETE /api/flows/{flow}': 'archiveFlow',
  'POST /api/flows/{flow}/restore': 'restoreFlow',
  'POST /api/flows/{flow}/delete': 'deleteFlow',
  'POST /api/flows/{flow}/publish': 'publish',
  'POST /api/flows/{flow}/activate': 'activate',
  'POST /api/flows/{flow}/deactivate': 'deactivate',
  'PUT /api/flows/{flow}/trigger': 'changeTrigger',
  'POST /api/flows/{flow}/trigger/secret': 'rotateWebhook',
  'POST /api/flows/executions/{id}/cancel': 'cancel',
  'POST /api/flows/executions/{id}/pause': 'pause',
  'POST /api/flows/executions/{id}/resume': 'resume',
  'POST /api/flows/executions/{id}/retry': 'retry',
  'POST /api/flows/executions/{id}/skip': 'skip',
  'POST /api/flows/executions/{id}/send-back': 'sendBack',
  'POST /api/flows/executions/{id}/decide': 'decide',
  'POST /api/flows/executions/bulk': 'bulk',
  'POST /api/admin/flows/pause-all': 'stopAll',
  'POST /api/admin/flows/resume-all': 'resumeAll',
  'POST /api/bindings': 'createBinding',
  'PUT /api/bindings/{id}': 'changeBinding',
  'DELETE /api/bindings/{id}': 'removeBinding',
  'PUT /api/connections/{name}': 'changeConnection',
  'PUT /api/secrets/{name}': 'changeSecret',
  'DELETE /api/secrets/{name}': 'removeSecret',
  'POST /api/keys': 'issueKey',
  'DELETE /api/keys/{id}': 'revokeKey',
  'PUT /api/tenants/{code}/limits': 'changeLimits',
  'POST /api/import': 'import',
};

/** Returns the id of the text for a change; null if it is shown by its endpoint. */
export function auditAction(endpoint: string): string | null {
  return ACTIONS[endpoint] ?? null;
}

/** Returns the part of a requested path that names what was changed, without its fixed words. */
export function auditTarget(endpoint: string, target: string): string {
  const pattern = endpoint.slice(endpoint.indexOf(' ') + 1).split('/');
  const [path = '', query] = target.split('?');
  const named = path
    .split('/')
    .filter((_, i) => /^\{.+\}$/.test(pattern[i] ?? ''))
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return [...named, ...(query === undefined ? [] : [query])].join(' ') || path;
}
