import { expect, test } from 'vitest';
import { executionPath } from './paths';

test.each(['../../keys', '..', '.', 'a?b=c', 'a#b', 'a/retry', '%2e%2e'])(
  'should keep %s below the executions',
  (id) => {
    const url = new URL(`${executionPath(id)}/steps`, 'http://pawl.test');

    expect(url.pathname).toMatch(/^\/api\/flows\/executions\/[^/]+\/steps$/);
    expect(url.search + url.hash).toBe('');
  },
);

test('should leave an id as it is', () => {
  expect(executionPath('0192f0c1-7b1e-7c3e-9d55-0c4a6b2f1e88')).toBe(
    '/api/flows/executions/0192f0c1-7b1e-7c3e-9d55-0c4a6b2f1e88',
  );
});
