import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../scripts/po';
import { groupHolds, releasesOf, type Hold } from './holds';

const SRC = join(import.meta.dirname, '../..');
const api = JSON.parse(readFileSync(join(SRC, '../../docs/openapi.json'), 'utf8')) as {
  components: { schemas: { HoldReason: { properties: { kind: { enum: string[] } } } } };
};
const KINDS = api.components.schemas.HoldReason.properties.kind.enum;

const hold = (kind: string, more: Partial<Hold> = {}): Hold => ({
  kind,
  what: 'it waits',
  step: '/@3',
  state: 'Charge',
  release: 'wait',
  subject: 'name',
  executions: ['0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11'],
  ...more,
});

test('should have a text and a release for each kind of reason of the server', () => {
  const messages = readCatalogue(readFileSync(join(SRC, 'i18n/en.po'), 'utf8'));

  expect(KINDS).toHaveLength(17);
  for (const kind of KINDS) {
    expect(messages.has(`explain.kind.${kind}`), kind).toBe(true);
    expect(releasesOf(hold(kind)), kind).not.toEqual([]);
  }
});

test('should offer first what brings about what is awaited', () => {
  const first = (kind: string) => releasesOf(hold(kind))[0];

  expect(first('event')).toEqual({ kind: 'action', act: 'signal', on: 'name' });
  expect(first('person')).toEqual({ kind: 'action', act: 'decide', step: '/@3' });
  expect(first('paused')).toEqual({ kind: 'action', act: 'resume' });
  expect(first('incident')).toEqual({ kind: 'action', act: 'resume' });
  expect(first('tenant-paused')).toEqual({ kind: 'action', act: 'resumeAll' });
  expect(first('breaker')).toEqual({ kind: 'action', act: 'closeBreaker', on: 'name' });
  expect(first('limit')).toEqual({ kind: 'limits' });
  expect(first('child')).toMatchObject({ kind: 'execution' });
  expect(first('timer')).toEqual({ kind: 'action', act: 'skip', step: '/@3' });
  expect(first('queued')).toEqual({ kind: 'nodes' });
});

test('should put the same reasons of many items together, what moves last', () => {
  const groups = groupHolds([
    hold('worker', { step: '/a@1' }),
    hold('no-worker', { step: '/b@1' }),
    hold('no-worker', { step: '/c@1' }),
    hold('no-worker', { step: '/d@1', state: 'Mail' }),
  ]);

  expect(groups.map(({ first, count }) => `${first.kind} ${first.state} ${count}`)).toEqual([
    'no-worker Charge 2',
    'no-worker Mail 1',
    'worker Charge 1',
  ]);
});
