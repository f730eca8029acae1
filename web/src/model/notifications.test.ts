import { describe, expect, test } from 'vitest';
import { markerOf, notificationsOf, readMarker } from './notifications';

const family = (id: string, statusAt: string, status = 'NEW', state = 'Charge card') => ({
  id,
  flowName: 'Order checkout',
  state,
  error: 'Card.Declined',
  status,
  count: 3,
  statusAt,
  last: { at: statusAt, execution: `execution ${id}` },
});
const FAMILIES = [
  family('a', '2026-11-18T09:00:00Z'),
  family('b', '2026-11-18T11:00:00.5Z', 'REOPENED', ''),
  family('c', '2026-11-18T10:00:00Z'),
];

describe('notifications', () => {
  test('should be newest first and unread after the marker', () => {
    const found = notificationsOf(FAMILIES, '2026-11-18T10:00:00Z');

    expect(found.map((one) => [one.id, one.isUnread])).toEqual([
      ['b', true],
      ['c', false],
      ['a', false],
    ]);
    expect(found[0]).toMatchObject({ place: 'Order checkout', isReopened: true });
    expect(found[1]).toMatchObject({
      place: 'Order checkout / Charge card',
      execution: 'execution c',
    });
  });

  test('should all be read after the marker of the newest', () => {
    const all = notificationsOf(FAMILIES, null);
    const marker = readMarker(all);

    expect(all.every((one) => one.isUnread)).toBe(true);
    expect(marker).toBe('2026-11-18T11:00:00.5Z');
    expect(readMarker(notificationsOf(FAMILIES, marker))).toBeNull();
    expect(readMarker([])).toBeNull();
  });

  test('should have no marker from other values', () => {
    expect([undefined, 7, 'yesterday', '2026-11-18T11:00:00Z'].map(markerOf)).toEqual([
      null,
      null,
      null,
      '2026-11-18T11:00:00Z',
    ]);
  });
});
