import { expect, test } from 'vitest';
import { beginsState, changesBySide, nodeBefore, nodeOfPath } from './changes';

test('should name nodes by pointers', () => {
  expect(nodeOfPath('/States/Charge card')).toBe('Charge card');
  expect(nodeOfPath('/States/Ship/Branches/1/States/Book')).toBe('Ship/1/Book');
  expect(nodeOfPath('/States/Each/ItemProcessor/States/Pack')).toBe('Each/*/Pack');
  expect(nodeOfPath('/States/Plan/Nodes/First')).toBe('Plan/*/First');
  expect(nodeOfPath('/States/a~1b/TimeoutSeconds')).toBe('a/b');
});

test('should show a change on the sides that have the state', () => {
  const [before, after] = changesBySide([
    { kind: 'ADDED', state: 'Mail', path: '/States/Mail' },
    { kind: 'REMOVED', state: 'Check', path: '/States/Check' },
    { kind: 'RENAMED', state: 'Charge', path: '/States/Charge', was: 'Pay' },
  ]);

  expect([...before]).toEqual([
    ['Check', 'REMOVED'],
    ['Pay', 'RENAMED'],
  ]);
  expect([...after]).toEqual([
    ['Mail', 'ADDED'],
    ['Charge', 'RENAMED'],
  ]);
});

test('should find renamed states inside of others', () => {
  const path = '/States/Ship/Branches/0/States/Book';

  expect(nodeBefore({ kind: 'RENAMED', state: 'Book', path, was: 'Order' })).toBe('Ship/0/Order');
});

test('should find where a state begins', () => {
  expect(beginsState('    "Charge card": {', 'Charge card')).toBe(true);
  expect(beginsState('  Charge card:', 'Charge card')).toBe(true);
  expect(beginsState('  "Next": "Charge card"', 'Charge card')).toBe(false);
});
