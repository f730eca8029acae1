import { randomBytes } from 'node:crypto';

/**
 * Gives each file of tests a tenant of its own, so that files can run at the same time. The key of
 * the platform's administrator stays in PAWL_ADMIN_KEY.
 */
const server = process.env['PAWL_URL'] ?? 'http://127.0.0.1:8080';
const admin = process.env['PAWL_ADMIN_KEY'] ?? process.env['PAWL_KEY'] ?? '';
const code = `acme-${randomBytes(6).toString('hex')}`;
const response = await fetch(`${server}/api/tenants`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ code, name: 'acme' }),
});
if (!response.ok)
  throw new Error(
    `PAWL_KEY must be the key of a platform administrator: ${response.status} ${await response.text()}`,
  );
const created = (await response.json()) as { key: string };
process.env['PAWL_ADMIN_KEY'] = admin;
process.env['PAWL_KEY'] = created.key;
process.env['PAWL_TENANT'] = code;
