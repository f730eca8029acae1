/**
 * How a user knows the consequences of a change before it is made: a preview, an undo, or the
 * reason why neither is needed. The file is the component, the text the message in it that states
 * the consequences or offers the undo.
 */
export type Consequence =
  { preview: string; text: string } | { undo: string; text: string } | { exempt: string };

const EXECUTION = 'features/execution/components/command-sheet.tsx';
const PREVIEW = { preview: EXECUTION, text: 'execution.effect.' };
const DRY_RUN = { exempt: 'Counts or tries what a change would do; nothing is changed.' };
const FORM = 'The form shows everything that is saved; executions keep what they started with.';

/**
 * All calls of the API that change something. Each has its own entry, which the call names; the
 * type of a request demands it, and `rules.test.ts` checks that the entries are true.
 */
export const CHANGES = {
  'binding.delete': {
    preview: 'features/triggers/bindings/effect-dialogs.tsx',
    text: 'triggers.deleteEffect',
  },
  'binding.save': { exempt: FORM },
  'binding.saveWithTrigger': { exempt: FORM },
  'binding.switch': {
    preview: 'features/triggers/bindings/effect-dialogs.tsx',
    text: 'triggers.effect.nothingLeft',
  },
  'breaker.close': {
    preview: 'features/triggers/connections/release-dialog.tsx',
    text: 'triggers.releaseEffect',
  },
  'bulk.count': DRY_RUN,
  'bulk.run': { preview: 'features/executions/bulk-sheet.tsx', text: 'bulk.effect.' },
  'bulk.stop': { preview: 'ui/bulk-job.tsx', text: 'bulk.progress' },
  'columns.choose': {
    undo: 'features/executions/columns-menu.tsx',
    text: 'executions.columnsReset',
  },
  'connection.delete': {
    preview: 'features/triggers/connections/connection-sheets.tsx',
    text: 'triggers.connectionDeleteEffect',
  },
  'connection.save': { exempt: FORM },
  'emergencyStop.change': { preview: 'features/settings/pause.tsx', text: 'pause.effect.' },
  'emergencyStop.count': DRY_RUN,
  'emergencyStop.endInBanner': { preview: 'app/pause-banner.tsx', text: 'pause.resumeEffect' },
  'event.publish': { preview: 'features/triggers/trial/publish-event.tsx', text: 'trial.wakes' },
  'event.try': DRY_RUN,
  'example.publish': { preview: 'features/flows/components/no-flows.tsx', text: 'flows.example' },
  'example.start': { preview: 'features/flows/components/no-flows.tsx', text: 'flows.example' },
  'execution.cancel': PREVIEW,
  'execution.closeBreaker': PREVIEW,
  'execution.decide': PREVIEW,
  'execution.editInput': PREVIEW,
  'execution.pause': PREVIEW,
  'execution.resume': PREVIEW,
  'execution.resumeAll': PREVIEW,
  'execution.retry': PREVIEW,
  'execution.retryFromFailure': PREVIEW,
  'execution.sendBack': PREVIEW,
  'execution.signal': PREVIEW,
  'execution.skip': PREVIEW,
  'family.care': {
    preview: 'features/failures/components/care-dialog.tsx',
    text: 'failures.effect.',
  },
  'family.countRetry': DRY_RUN,
  'family.retry': {
    preview: 'features/failures/components/retry-sheet.tsx',
    text: 'failures.retry.effect.',
  },
  'flow.activate': {
    preview: 'features/versions/components/version-dialog.tsx',
    text: 'publish.stay',
  },
  'flow.delete': {
    preview: 'features/flows/components/delete-dialog.tsx',
    text: 'flows.deleteEffect',
  },
  'flow.duplicate': {
    preview: 'features/flows/components/duplicate-dialog.tsx',
    text: 'flows.duplicateEffect',
  },
  'flow.lifecycle': {
    preview: 'features/flow/components/lifecycle.tsx',
    text: 'flows.bulkUnfinished',
  },
  'flow.publish': {
    preview: 'features/versions/components/publish-sheet.tsx',
    text: 'publish.stay',
  },
  'flow.restore': {
    preview: 'features/versions/components/version-dialog.tsx',
    text: 'versions.restoreEffect',
  },
  'flow.settings': { undo: 'features/flow/settings-page.tsx', text: 'settings.undo' },
  'flow.start': { preview: 'features/flow/components/run-sheet.tsx', text: 'run.effect' },
  'flows.bulk': {
    preview: 'features/flows/components/effect-dialog.tsx',
    text: 'flows.bulkEffect.',
  },
  'flows.import': {
    preview: 'features/flows/components/import-dialog.tsx',
    text: 'flows.importEffect',
  },
  'handler.saveTry': {
    preview: 'features/handlers/try-sheet.tsx',
    text: 'handlers.try.about',
  },
  'handler.saveNewTry': {
    preview: 'features/handlers/try-sheet.tsx',
    text: 'handlers.try.about',
  },
  'handler.try': { preview: 'features/handlers/try-sheet.tsx', text: 'handlers.try.external' },
  'job.cancel': { preview: 'features/settings/jobs.tsx', text: 'jobs.cancelEffect' },
  'key.create': { preview: 'features/settings/new-key.tsx', text: 'access.permission.' },
  'key.revoke': { preview: 'features/settings/revoke-key.tsx', text: 'access.revokeEffect' },
  'limits.change': { preview: 'features/settings/limits-sheet.tsx', text: 'limits.change' },
  'notifications.read': { exempt: 'Marks what this user has seen; the notifications stay.' },
  'rejected.replay': {
    preview: 'features/triggers/rejected/replay-sheet.tsx',
    text: 'triggers.replay.',
  },
  'rejected.replayMany': {
    preview: 'features/triggers/rejected/replay-sheet.tsx',
    text: 'triggers.replayCounts',
  },
  'rejected.try': DRY_RUN,
  'session.begin': { exempt: 'Exchanges a key for a cookie of this browser.' },
  'session.end': { exempt: 'Ends the session of this browser; a key opens another.' },
  'view.delete': { undo: 'features/executions/views.tsx', text: 'action.undo' },
  'view.restore': { exempt: 'The undo of a deletion.' },
  'view.save': { preview: 'features/executions/save-view.tsx', text: 'executions.viewReplaces' },
  'webhook.endOldSecret': {
    preview: 'features/triggers/webhooks/webhook-sheets.tsx',
    text: 'triggers.endOldEffect',
  },
  'webhook.remove': {
    preview: 'features/triggers/webhooks/webhook-sheets.tsx',
    text: 'triggers.removeEffect',
  },
  'webhook.rotate': {
    preview: 'features/triggers/webhooks/rotate-sheet.tsx',
    text: 'triggers.rotateEffect',
  },
  'webhook.save': {
    preview: 'features/triggers/webhooks/webhook-sheet.tsx',
    text: 'triggers.replacesWebhook',
  },
} as const satisfies Record<string, Consequence>;

export type Change = keyof typeof CHANGES;
