import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, signedInPage, type WatchedPage } from './browser';
import { api, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  await api('POST', '/api/flows?publish=true', {
    code: 'settled',
    definition: { StartAt: 'Done', States: { Done: { Type: 'Succeed' } } },
  });
  await api('POST', '/api/flows/settled/deactivate');
  await api('POST', '/api/flows/settled/activate');
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
  page = watched.page;
});

afterAll(async () => browser?.close());

/** Sets limits of the tenant of this file, which only a platform administrator may do. */
async function limit(limits: object): Promise<void> {
  const response = await fetch(`${SERVER}/api/tenants/${process.env['PAWL_TENANT']}/limits`, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${process.env['PAWL_ADMIN_KEY']}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(limits),
  });
  if (!response.ok) throw new Error(`limits: ${response.status} ${await response.text()}`);
}

test('should show what is used of the limits as they change', async () => {
  await page.goto('/settings/limits');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  await limit({ activeFlows: 4, startsPerDay: 1_000 });

  await page.getByText('1 of 4').waitFor();
  await page.getByText('0 of 1,000').waitFor();
  expect(watched.problems).toEqual([]);
});

test('should find entries of the audit, show one, and save them for a spreadsheet', async () => {
  await page.goto('/settings/audit');
  await page.getByText('settled').first().waitFor();

  await page.getByLabel('Flow, execution or path').fill('settled');
  await page.waitForURL(/q=settled/);
  await page.getByRole('row').filter({ hasText: 'settled' }).first().click();
  await page.waitForURL(/entry=\d+/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const path = join(await mkdtemp(join(tmpdir(), 'pawl-e2e-')), 'audit.csv');
  await (await saving).saveAs(path);
  const file = await readFile(path, 'utf8');

  expect(file.split('\n')[0]).toContain('number');
  expect(file).toContain('settled');
  expect(watched.problems).toEqual([]);
});

test('should show what each role may do, and the keys', async () => {
  await page.goto('/settings/access');

  await page.getByRole('columnheader', { name: 'operator' }).waitFor();
  await page.getByText('Start and operate executions').waitFor();
  expect(watched.problems).toEqual([]);
});
