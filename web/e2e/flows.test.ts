import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let page: Page;

const review = (states: object) =>
  JSON.stringify({ StartAt: 'Check', States: { Done: { Type: 'Succeed' }, ...states } }, null, 2);
const FIRST = review({
  Check: {
    Type: 'Choice',
    Choices: [{ Variable: '$.input.amount', NumericGreaterThan: 100, Next: 'Refuse' }],
    Default: 'Done',
  },
  Refuse: { Type: 'Fail', Error: 'Amount.TooHigh', Cause: 'more than 100' },
});
const SECOND = FIRST.replace('"Done"\n', '"Note"\n').replace(
  '"Done": {',
  '"Note": {\n      "Type": "Pass",\n      "Next": "Done"\n    },\n    "Done": {',
);
const SCHEMA = {
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'integer', title: 'Amount' }, express: { type: 'boolean' } },
};

beforeAll(async () => {
  const flow = { code: 'e2e-review', name: 'Review of amounts', tags: ['e2e/reviews', 'money'] };
  await api('POST', '/api/flows?publish=true', { ...flow, source: FIRST, category: 'business' });
  await api('PUT', '/api/flows/e2e-review', { source: SECOND });
  await api('POST', '/api/flows/e2e-review/publish', { note: 'writes a note' });
  await api('PUT', '/api/flows/e2e-review/trigger', {
    type: 'AUTOLAUNCHED',
    config: { inputSchema: SCHEMA },
  });
  await api('POST', '/api/flows?publish=true', { code: 'e2e-extra', name: 'Spare', source: FIRST });
  for (const amount of [1, 2, 500])
    await api('POST', '/api/flows/e2e-review/execute?wait=20', { input: { amount } });
  browser = await launch();
  watched = await newPage(browser, SERVER);
  page = watched.page;
  await page.goto('/signin');
  await page.getByLabel('API key').fill(KEY);
  await page.keyboard.press('Enter');
  await page.locator('.avatar').waitFor();
});

afterAll(async () => browser?.close());

/** Tests what holds for every page: no violation, no uncaught error, no serious axe issue. */
async function check(name: string): Promise<void> {
  const folder = process.env['PAWL_SCREENSHOTS'];
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
    expect(await seriousProblems(page), `${name} ${theme}`).toEqual([]);
  }
  expect(watched.problems, name).toEqual([]);
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('should show what flows did and find them by folder', async () => {
  await page.goto('/flows?search=e2e');

  await row('Review of amounts')
    .getByRole('img', { name: /3 runs in 24 hours, 1 failed/ })
    .waitFor();
  await row('Review of amounts')
    .getByRole('link', { name: /^Failed/ })
    .waitFor();
  // By name, not by code.
  const names = page.getByRole('link', { name: /^(Review of amounts|Spare)$/ });
  expect(await names.allTextContents()).toEqual(['Review of amounts', 'Spare']);
  await check('flows');

  await page.getByLabel('Folder').selectOption('e2e/');
  await page.waitForURL(/tag=e2e/);
  await row('Spare').waitFor({ state: 'detached' });
});

test('should report what an action on several flows does, and do it', async () => {
  await page.goto('/flows?search=e2e');

  await page.getByLabel('Select Spare').check();
  await page.getByLabel('Select Review of amounts').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add tags…' }).click();
  await page.getByRole('dialog').getByLabel('Tags').fill('e2e/tagged');
  await page.getByRole('dialog').getByText('will change').first().waitFor();
  await check('flows-bulk');
  await page.getByRole('button', { name: 'Tag 2 flows' }).click();
  await page.getByText('2 flows changed').first().waitFor();

  expect(await api('GET', '/api/flows/e2e-extra')).toMatchObject({ tags: ['e2e/tagged'] });
});

test('should archive, restore and delete by keyboard only', async () => {
  await page.goto('/flows?search=Spare');
  const menu = async (entry: string) => {
    await row('Spare').getByRole('button', { name: 'Actions for Spare' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: entry }).waitFor();
    while (
      !(await page
        .getByRole('menuitem', { name: entry })
        .evaluate((item) => item === document.activeElement))
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  const confirm = async (name: string) => {
    await page.getByRole('dialog').getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };

  await menu('Archive…');
  await confirm('Archive 1 flow');
  await page.getByText('No flow matches').waitFor();
  await page.goto('/flows?search=Spare&status=ARCHIVED');
  await menu('Delete permanently…');
  // The effect is shown before anything can be confirmed.
  await page.getByRole('dialog').getByText('Executions that have not ended').waitFor();
  await page.getByLabel('Type e2e-extra to confirm').focus();
  await page.keyboard.type('e2e-extra');
  await page.keyboard.press('Enter');

  await page.getByText('Spare was deleted').first().waitFor();
  await expect(api('GET', '/api/flows/e2e-extra')).rejects.toThrow('404');
});

test('should import after a dry run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-e2e-'));
  const file = join(folder, 'e2e imported.asl.json');
  await writeFile(file, FIRST);
  await page.goto('/flows?search=e2e');

  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByText('e2e-imported').waitFor();
  await page.getByRole('dialog').getByText('new', { exact: true }).waitFor();
  await check('flows-import');
  await page.getByRole('button', { name: 'Import 1 flow' }).click();

  await row('e2e-imported').getByText('Draft, never published').waitFor();
});

test('should colour trouble on the graph of a flow', async () => {
  await page.goto('/flows/e2e-review');

  await page.getByText('runs in 7 days').waitFor();
  await page.locator('.node.heat').getByText('Check').waitFor();
  await page.locator('.react-flow__edge-text').getByText('input.amount > 100, 1').waitFor();
  await page.getByLabel('Latest executions').getByText('Amount.TooHigh').waitFor();
  await page.getByLabel('Versions').getByText('“writes a note”').waitFor();
  await check('flow');

  await page.getByLabel('Colour').selectOption('p95');
  await page.waitForURL(/heat=p95/);
});

test('should start a flow by its form, by keyboard only', async () => {
  await page.goto('/flows/e2e-review');
  await page.getByText('runs in 7 days').waitFor();

  await page.locator('body').press('r');
  await page.waitForURL(/run=1/);
  await page.getByRole('spinbutton', { name: /Amount/ }).focus();
  await page.keyboard.type('7');
  await page.getByLabel('Business key').focus();
  await page.keyboard.type('K-7');
  await page.getByText(`pawl start e2e-review --input '{"amount":7}' --business-key K-7`).waitFor();
  await check('flow-run');
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).focus();
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/executions\//);
  await page.getByText('K-7').first().waitFor();
});

test('should compare versions, publish and restore', async () => {
  await page.goto('/flows/e2e-review/versions');
  await page.locator('.node.change-added').getByText('Note').waitFor();
  await page.getByText('4 runs').waitFor({ state: 'visible' });
  await check('versions');

  await page.getByRole('button', { name: 'Restore v1…' }).click();
  await page.getByText('The version becomes the draft.').waitFor();
  await page.getByRole('button', { name: 'Make it the draft' }).click();
  await page.waitForURL(/to=draft/);
  await page.locator('body').press('p');
  await page.getByText('It replaces v2; new executions take it from now on.').waitFor();
  await page.getByLabel('Note', { exact: true }).fill('as before');
  await check('versions-publish');
  await page.getByRole('button', { name: 'Publish v3', exact: true }).click();
  await page.getByText('Version 3 is live').first().waitFor();
  await page.goto('/flows/e2e-review/versions?from=2&to=3');
  await page.getByRole('button', { name: 'Activate…' }).click();
  await page.getByRole('button', { name: 'Activate v2' }).click();
  await page.getByText('Version 2 is live').first().waitFor();

  expect(await api('GET', '/api/flows/e2e-review')).toMatchObject({ active: 2, latest: 3 });
});

test('should change settings with undo, and list who did it', async () => {
  await page.goto('/flows/e2e-review/settings');
  await page.getByLabel('Name').fill('Review of sums');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Review of sums' }).waitFor();
  await check('flow-settings');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Review of amounts' }).waitFor();

  await page.goto('/flows/e2e-review/audit');
  await page.getByText('Saved the draft').first().waitFor();
  await page.getByText('Changed several flows').first().waitFor();
  await check('flow-audit');
});
