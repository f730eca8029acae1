import { describe, expect, test } from 'vitest';
import { applicableOf, bulkRequest, EMPTY_FORM, problemOf } from './bulk';
import { DEFAULT_COLUMNS, readColumns } from './columns';
import { toCsv } from './csv';
import { conditionsOf, conditionText, isSameFilter, joinFilters, parseFilter } from './filter';
import { barsOf, failedOf, rangeOfBars, ticksOf } from './histogram';
import { bulkFilterOf, orderText, parseOrder, queryOf } from './query';
import { applyEvent, LatestEvents, newerRow, type Row, type RowEvent } from './rows';
import { NOTHING_SELECTED, toggle, toggleLoaded } from './selection';
import { suggestionsFor } from './suggest';
import type { Status } from '../run/status';

const ID = '0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11';

describe('filters', () => {
  test('should be read from text', () => {
    expect(parseFilter('status:failed,timed-out took:>10s flow:refund label:client=ACME')).toEqual({
      filter: {
        status: ['FAILED', 'TIMED_OUT'],
        took: ['>10s'],
        flow: 'refund',
        label: ['client:ACME'],
      },
    });
    expect(parseFilter(` ${ID} `).id).toBe(ID);
    expect(parseFilter('0199f3c2').filter).toEqual({ id: '0199f3c2' });
    expect(parseFilter('A-17').filter).toEqual({ key: 'A-17' });
    expect(parseFilter('card declined').filter).toEqual({ error: 'card declined' });
    expect(parseFilter('"A-17"').filter).toEqual({ error: 'A-17' });
    expect(parseFilter('error:"no funds" step:lost').filter).toEqual({
      error: 'no funds',
      stepError: 'lost',
    });
  });

  test('should take what is no condition as text', () => {
    expect(parseFilter('status:odd').filter).toEqual({ error: 'status:odd' });
    expect(parseFilter('took:soon').filter).toEqual({ error: 'took:soon' });
    expect(parseFilter('constructor:x').filter).toEqual({ error: 'constructor:x' });
  });

  test('should be joined and split into conditions that are read again', () => {
    const filter = joinFilters(
      { status: ['FAILED'], took: ['>1s'], error: 'a b' },
      { status: ['PAUSED'], took: ['>5m'], label: ['a:b'] },
    );

    expect(filter).toEqual({
      status: ['FAILED', 'PAUSED'],
      took: ['>5m'],
      error: 'a b',
      label: ['a:b'],
    });
    const text = conditionsOf(filter)
      .map((one) => (one.name === 'range' ? '' : conditionText(one.name, one.value)))
      .join(' ');
    expect(isSameFilter(parseFilter(text).filter, filter)).toBe(true);
    for (const one of conditionsOf(filter)) expect(isSameFilter(one.without, filter)).toBe(false);
  });

  test('should become parameters of the API', () => {
    const now = Date.parse('2026-11-18T12:00:00Z');

    expect(
      queryOf({ since: '1h', took: ['>10s', '<5m'], status: ['FAILED'], key: 'A' }, now),
    ).toMatchObject({
      from: '2026-11-18T11:00:00.000Z',
      tookMin: 10,
      tookMax: 300,
      status: ['FAILED'],
      businessKey: 'A',
    });
    expect(bulkFilterOf({ version: '3' }, now)).toEqual({ version: 3 });
    expect(queryOf({ since: '1h', from: '2026-11-18T11:30:00Z' }, now).from).toBe(
      '2026-11-18T11:30:00Z',
    );
  });

  test('should be suggested: names first, then values', () => {
    expect(suggestionsFor('sta').map((one) => one.text)).toEqual(['status:']);
    expect(suggestionsFor('flow:a status:failed,ti').map((one) => one.text)).toEqual([
      'status:failed,timed_out',
    ]);
    expect(suggestionsFor('nothing:x')).toEqual([]);
  });

  test('should keep the order in the URL only if it is not the usual one', () => {
    expect(orderText(parseOrder(undefined))).toBeUndefined();
    for (const text of ['updated', '-updated', '-started', 'duration'])
      expect(orderText(parseOrder(text))).toBe(text);
    expect(parseOrder('nonsense')).toEqual({ field: 'started', ascending: false });
  });
});

describe('rows', () => {
  const row: Row = {
    id: ID,
    status: 'RUNNING',
    progress: { seq: 3, updatedAt: '2026-11-18T12:00:00Z' },
  };
  const event = (seq: number, status: Status): RowEvent => ({
    execution: ID,
    seq,
    status,
    at: `2026-11-18T12:00:${String(seq % 60).padStart(2, '0')}Z`,
  });

  test('should change by newer events only, and not after the end', () => {
    expect(applyEvent(row, event(3, 'FAILED'))).toBe(row);
    const ended = applyEvent(row, event(4, 'FAILED'));
    expect(ended).toMatchObject({ status: 'FAILED', progress: { seq: 4 } });
    expect(ended.endedAt).toBeTruthy();
    expect(applyEvent(ended, event(5, 'RUNNING'))).toBe(ended);
  });

  test('should not go back when an older response arrives late', () => {
    const newer = applyEvent(row, event(9, 'PAUSED'));

    expect(newerRow(newer, row)).toBe(newer);
    expect(newerRow(row, newer)).toBe(newer);
  });

  test('should equal the execution after 1,000 events, in whatever order responses arrive', () => {
    // Each execution has a sequence of statuses; its page always shows the last of them.
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const statuses: Status[] = ['RUNNING', 'WAITING', 'PAUSED'];
    const ids = Array.from({ length: 40 }, (_, i) => `execution-${i}`);
    const truth = new Map(ids.map((id) => [id, { seq: 1, status: 'RUNNING' as Status }]));
    const read = (): Row[] =>
      ids.map((id) => {
        const now = truth.get(id) ?? { seq: 0, status: 'PENDING' as Status };
        const isEnded = now.status === 'SUCCEEDED';
        return {
          id,
          status: now.status,
          endedAt: isEnded ? 'then' : null,
          progress: { seq: now.seq, updatedAt: 'then' },
        };
      });
    const latest = new LatestEvents();
    let shown = read();
    const slowResponses: Row[][] = [];
    for (let i = 0; i < 1_000; i++) {
      const id = ids[random(ids.length)] ?? '';
      const before = truth.get(id);
      if (!before || before.status === 'SUCCEEDED') continue;
      if (random(7) === 0) slowResponses.push(read());
      const status = random(30) === 0 ? 'SUCCEEDED' : (statuses[random(3)] ?? 'RUNNING');
      truth.set(id, { seq: before.seq + 1, status });
      latest.add({ execution: id, seq: before.seq + 1, status, at: 'then' });
      shown = latest.update(shown);
      if (random(5) === 0) {
        const response = slowResponses.splice(random(slowResponses.length || 1), 1)[0];
        if (response) {
          const updated = latest.update(response);
          shown = shown.map((one, at) => newerRow(one, updated[at] ?? one));
        }
      }
      expect(shown.map((one) => one.status)).toEqual(ids.map((one) => truth.get(one)?.status));
    }
  });
});

describe('selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e'];

  test('should extend with shift from the last row', () => {
    const two = toggle(toggle(NOTHING_SELECTED, 'b', order, false), 'd', order, true);

    expect([...two.ids]).toEqual(['b', 'c', 'd']);
    expect([...toggle(two, 'c', order, false).ids]).toEqual(['b', 'd']);
    expect(toggleLoaded(toggleLoaded(two, order), order)).toBe(NOTHING_SELECTED);
  });

  test('should become the filter of a bulk action', () => {
    const some = toggle(NOTHING_SELECTED, 'b', order, false);
    const at = Date.parse('2026-11-18T12:00:00Z');

    expect(bulkRequest('retry', EMPTY_FORM, some, {}, at)).toEqual({
      action: 'retry',
      mode: 'from-failure',
      filter: { ids: ['b'], test: 'all', parent: 'any' },
    });
    expect(
      bulkRequest(
        'cancel',
        { ...EMPTY_FORM, reason: ' twice ' },
        { ...some, all: true },
        { flow: 'x' },
        at,
      ),
    ).toEqual({
      action: 'cancel',
      reason: 'twice',
      filter: { flow: 'x', to: '2026-11-18T12:00:00.000Z' },
    });
    expect(applicableOf('retry', { FAILED: 2, RUNNING: 5 })).toBe(2);
    expect(problemOf('signal', EMPTY_FORM)).toBe('bulk.eventMissing');
    expect(problemOf('signal', { ...EMPTY_FORM, event: 'x', payload: '{' })).toBe(
      'bulk.payloadInvalid',
    );
  });
});

describe('histogram', () => {
  const data = {
    from: '2026-11-18T00:00:00.000Z',
    to: '2026-11-18T03:00:00.000Z',
    bucketMillis: 3_600_000,
    total: 9,
    succeeded: [1, 2, 3],
    failed: [0, 1, 0],
    timedOut: [1, 0, 0],
    cancelled: [0, 0, 1],
    live: [0, 0, 0],
  };

  test('should have bars and ranges of them', () => {
    const bars = barsOf(data);

    expect(failedOf(bars)).toBe(2);
    expect(bars.map((bar) => bar.others)).toEqual([1, 2, 4]);
    expect(rangeOfBars(bars, 2, 1)).toEqual({
      from: '2026-11-18T01:00:00.000Z',
      to: '2026-11-18T03:00:00.000Z',
    });
    expect(rangeOfBars(bars, 1, 7)).toBeUndefined();
  });

  test('should have round times on the axis', () => {
    const from = Date.parse(data.from);
    expect(ticksOf(from, Date.parse(data.to), 3, 0)).toEqual([
      from,
      from + 3_600_000,
      from + 7_200_000,
    ]);
    expect(ticksOf(5, 5, 3, 0)).toEqual([]);
  });
});

test('columns should be read from anything', () => {
  expect(readColumns('status,flow,key,nonsense')).toEqual(['status', 'flow', 'key', 'reason']);
  expect(readColumns(7)).toBeUndefined();
  expect(DEFAULT_COLUMNS).toContain('updated');
});

test('CSV should not contain formulas', () => {
  expect(toCsv(['a', 'b'], [['=1+1', 'x,"y"']])).toBe(`a,b\r\n'=1+1,"x,""y"""\r\n`);
});
