import { expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys';
import { KEYS_OF_TOPIC } from './live';

test('should not send dry runs again when something changes', () => {
  const live = new Set(Object.values(KEYS_OF_TOPIC).flat());

  expect(live).toContain(queryKeys.flows()[0]);
  expect(live).not.toContain(queryKeys.flowsDryRun('ENABLE', [], [])[0]);
  expect(live).not.toContain(queryKeys.importDryRun(null)[0]);
});
