import { describe, expect, test } from 'vitest';
import { auditAction, auditTarget } from './actions';

describe('entries of the audit', () => {
  test('should name known changes', () => {
    expect(auditAction('POST /api/flows/{flow}/publish')).toBe('publish');
    expect(auditAction('POST /api/other')).toBeNull();
  });

  test.each([
    ['POST /api/flows/{flow}/publish', '/api/flows/order-saga/publish', 'order-saga'],
    ['PUT /api/secrets/{name}', '/api/secrets/crm%20token', 'crm token'],
    ['POST /api/flows', '/api/flows?code=order-saga', 'code=order-saga'],
    ['POST /api/import', '/api/import', '/api/import'],
    ['PUT /api/secrets/{name}', '/api/secrets/%E0', '%E0'],
  ])('%s should show what %s is about', (endpoint, target, shown) => {
    expect(auditTarget(endpoint, target)).toBe(shown);
  });
});
