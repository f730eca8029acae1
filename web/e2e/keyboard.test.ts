import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, signedInPage, type WatchedPage } from './browser';
import { Keyboard } from './keyboard';
import { fillTenant, type Places } from './pages';
import { api, KEY, SERVER } from './server';

/** The scenarios of the other files without a mouse: only keys, in the order that Tab gives. */
let browser: Browser;
let watched: WatchedPage;
let keys: Keyboard;
let places: Places;

beforeAll(async () => {
  places = await fillTenant();
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
  keys = await Keyboard.on(watched.page);
});

afterAll(async () => browser?.close());

test('should sign in and out', async () => {
  const fresh = await newPage(browser, SERVER);
  const own = await Keyboard.on(fresh.page);
  await fresh.page.goto('/executions');
  await own.fill('API key', KEY);
  await own.press('Enter');
  await fresh.page.getByRole('heading', { name: 'Executions' }).waitFor();

  await own.activate('button', /^User menu/);
  await own.activate('menuitem', 'Sign out', 'ArrowDown');
  await fresh.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(fresh.problems).toEqual([]);
});

test('should find an execution and open it', async () => {
  const { page } = watched;
  await page.goto('/executions');
  await page.getByRole('grid').waitFor();
  await keys.press('/');
  await keys.type('status:failed');
  await keys.press('Enter');
  await page.waitForURL(/status=/);

  await keys.to('grid', 'Executions');
  await keys.press('ArrowDown', 'ArrowUp', 'Space');
  await page.waitForURL(/peek=/);
  await keys.press('Escape', 'Enter');
  await page.waitForURL(new RegExp(`/executions/${places.failed}`));
  await page.getByRole('alert').getByText('Card.Declined').waitFor();
});

test('should retry a failed execution from its step', async () => {
  const { page } = watched;
  await page.goto(`/executions/${places.failed}`);
  await keys.activate('button', 'Retry from Charge card');
  await page.getByText('Completed steps keep their results').waitFor();
  await keys.fill('Reason', 'limit was raised');
  await page.locator('[role=dialog] .btn.primary[aria-disabled=false]').waitFor();
  await keys.press('Control+Enter');
  await page.waitForURL((url) => !url.pathname.endsWith(places.failed));

  const id = new URL(page.url()).pathname.split('/').at(-1);
  expect(await api('GET', `/api/flows/executions/${id}`)).toMatchObject({
    retriedFrom: places.failed,
    retryReason: 'limit was raised',
  });
});

test('should look at steps, tabs and moments of an execution', async () => {
  const { page } = watched;
  await page.goto(`/executions/${places.failed}`);
  await page.locator('[role=treeitem][data-step]').first().waitFor();
  await keys.to('tree', /./);
  await keys.press('ArrowUp');
  await page.waitForURL(/step=/);
  await keys.to('tab', 'Input');
  await keys.press('ArrowRight');
  await page.waitForURL(/tab=output/);
  await keys.press(',');
  await page.waitForURL(/at=/);
  await keys.press('l');
  await page.waitForURL((url) => !url.searchParams.has('at'));
});

test('should see what a cancellation does and leave it', async () => {
  const { page } = watched;
  await page.goto(`/executions/${places.waiting}`);
  await keys.activate('button', 'More actions');
  await keys.activate('menuitem', 'Cancel execution', 'ArrowDown');
  await page.getByLabel('What this does now').getByText('Charge card').waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('should change pages, the language and the palette', async () => {
  const { page } = watched;
  await page.goto('/executions');
  await page.getByRole('heading', { name: 'Executions' }).waitFor();
  await keys.press('g', 'f');
  await page.getByRole('heading', { name: 'Flows', exact: true }).waitFor();
  await keys.press('Control+k');
  await page.getByPlaceholder('Flow, execution id or business key').waitFor();
  await keys.type('address-change');
  await page.getByRole('option').filter({ hasText: 'Address change' }).first().waitFor();
  await keys.press('Enter');
  await page.waitForURL(/\/flows\/address-change/);
});

test('should tag, duplicate and import flows', async () => {
  const { page } = watched;
  await page.goto('/flows');
  await keys.toggle('Select Order checkout');
  await keys.activate('button', 'Add tags…');
  await keys.fill('Tags', 'by-keyboard', 'combobox');
  await page.getByRole('dialog').getByText('will change').first().waitFor();
  await keys.press('Enter');
  await page.getByText('1 flow changed').first().waitFor();
  expect(await api('GET', '/api/flows/order-checkout')).toMatchObject({
    tags: expect.arrayContaining(['by-keyboard', 'commerce']) as string[],
  });

  const file = join(await mkdtemp(join(tmpdir(), 'pawl-e2e-')), 'by keyboard.asl.json');
  await writeFile(file, '{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}');
  await keys.activate('button', 'Import…');
  const choosing = page.waitForEvent('filechooser');
  await keys.activate('button', 'Choose files…');
  await (await choosing).setFiles(file);
  await keys.activate('button', 'Import 1 flow');
  await page.getByRole('row').filter({ hasText: 'by-keyboard' }).first().waitFor();
});

test('should publish, restore and change the settings of a flow', async () => {
  const { page } = watched;
  await page.goto(`/flows/${places.flow}/versions`);
  await keys.activate('button', 'Restore v1…');
  await page.getByText('The version becomes the draft.').waitFor();
  await keys.activate('button', 'Make it the draft');
  await page.waitForURL(/to=draft/);
  await keys.activate('button', /^Publish draft/);
  await keys.fill('Note', 'as before');
  await keys.activate('button', 'Publish v3');
  await page.getByText('Version 3 is live').first().waitFor();

  await page.goto(`/flows/${places.flow}/settings`);
  await keys.fill('Name', 'Checkout');
  await keys.activate('button', 'Save');
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
  await keys.activate('button', 'Undo');
  await page.getByRole('heading', { name: 'Order checkout' }).waitFor();
});

test('should switch a binding and try an event', async () => {
  const { page } = watched;
  await page.goto('/triggers/bindings');
  await keys.to('switch', /POLICY_CREATED/);
  await keys.press('Space');
  await page.getByRole('dialog').getByText('Executions that have started').waitFor();
  await keys.activate('button', 'Switch off');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(
    await page.getByRole('switch', { name: /POLICY_CREATED/ }).getAttribute('aria-checked'),
  ).toBe('false');
});

test('should issue and revoke a key and begin and end an emergency stop', async () => {
  const { page } = watched;
  await page.goto('/settings/access');
  await keys.activate('button', 'New key…');
  await keys.fill('Name', 'by keyboard');
  await keys.activate('button', 'Issue key');
  await page.getByRole('dialog').getByText(/pawl_/).waitFor();
  await keys.press('Escape');
  await page.getByRole('row').filter({ hasText: 'by keyboard' }).waitFor();

  await page.goto('/settings/pause');
  await keys.fill('Reason', 'card provider down');
  await keys.activate('button', 'Stop all flows');
  await page.getByText('card provider down').first().waitFor();
  await keys.activate('button', 'Resume all…');
  await keys.activate('button', 'End the emergency stop');
  await page.getByText('Nothing starts until it is ended.').waitFor({ state: 'detached' });
});

test('should leave single keys to fields, and to nobody if they are off', async () => {
  const { page } = watched;
  await page.goto('/flows');
  await keys.fill('Name or code', 'g e ? t n');
  await page.waitForURL(/search=/);
  expect(new URL(page.url()).pathname).toBe('/flows');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.goto('/flows');
  await page.evaluate(() =>
    localStorage.setItem('pawl.preferences', JSON.stringify({ areShortcutsOn: false })),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Flows', exact: true }).waitFor();
  await keys.press('?', 'g', 'e', 'Control+k');
  await page.getByPlaceholder('Flow, execution id or business key').waitFor();
  expect(new URL(page.url()).pathname).toBe('/flows');
  await page.evaluate(() => localStorage.removeItem('pawl.preferences'));
  await page.reload();
  await page.getByRole('heading', { name: 'Flows', exact: true }).waitFor();
  await keys.press('?');
  // A dialog takes all keys: what lies under it is not pressed.
  await page.getByRole('dialog').getByText('Ctrl').waitFor();
  await keys.press('g', 'e');
  expect(new URL(page.url()).pathname).toBe('/flows');
});

test('should have been used without a mouse', () => {
  expect(watched.problems).toEqual([]);
});
