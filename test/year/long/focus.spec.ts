import type { BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../src/shared/kernel/roles.ts';
import { mayOpen, pageNames, pageOf } from '../../../src/shared/kernel/pages.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import { recordAddresses } from '../../e2e/records.ts';

/** Whoever works by keys or hears the page is never thrown back to its top: after each press there is a place to go on from. */
const play = stage();

let records: { [path: string]: string } = {};
beforeAll(async () => {
  records = await recordAddresses(play.server);
});

/** What a page begins with is pressed; with `FOCUS=20` everything on it, which takes some minutes. */
const pressesAtMost = Number(process.env['FOCUS'] ?? 2);
const actsAtMost = Math.ceil(pressesAtMost / 2);
const tabs = 3;
/** What leaves the page, the sign-in or the browser. */
const leaving = /Ausloggen|Zurück|Drucken|Abbrechen|Als Datei|CSV|XLSX|PDF|Öffentliche Ansicht/;

/** The pages that are made for somebody: what all may open is walked once. */
function addressesFor(role: Role, under: RegExp): string[] {
  return pageNames
    .map(pageOf)
    .filter((page) => mayOpen(page, role) && !/reset|verify|login/.test(page.path))
    .map(({ path }) => records[path] ?? path)
    .filter((address) => under.test(address) && !address.includes('$'));
}

/** Presses what a page offers, one after the other, closes what opened, and says after which press the focus was lost. */
async function lostOn(context: BrowserContext, address: string): Promise<{ pressed: number; lost: string[] }> {
  const page = await context.newPage();
  // Whether to leave what a press began is asked by the browser; here it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  const lost: string[] = [];
  let pressed = 0;
  try {
    await open(page, address);
    for (const name of await pressable(page)) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      if (!(await button.isVisible().catch(() => false)) || !(await button.isEnabled())) continue;
      await button.press('Enter', { timeout: 2000 }).catch(() => undefined);
      pressed++;
      await closeAgain(page);
      if (!(await keepsFocus(page))) lost.push(`${address}: ${name}`);
      if (new URL(page.url()).pathname !== address || (await opened(page).count()) > 0) await open(page, address);
    }
    for (const name of await actsOf(page)) {
      await act(page, name);
      if (!(await keepsFocus(page))) lost.push(`${address}: ${name} in the menu of a row`);
      pressed++;
      await open(page, address);
    }
  } finally {
    await page.close();
  }
  return { pressed, lost };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('main').waitFor();
  // The watch over the focus comes with what a signed-in page loads last.
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByText('Wird geladen').filter({ visible: true }).count()).toBe(0);
}

/** The names of the buttons of a page, of those that differ in a number or a name alone the first one. */
async function pressable(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const words = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
        return words && !button.matches(':disabled, [aria-disabled=true]') ? [words] : [];
      }),
    );
  const kinds = new Map(names.toReversed().map((name) => [name.replaceAll(/\d+/g, '0').split(' ').slice(0, 2).join(' '), name]));
  return [...kinds.values()]
    .toReversed()
    .filter((name) => !leaving.test(name))
    .slice(0, pressesAtMost);
}

/** The menu of the first row of a list. */
const menuOf = (page: Page): Locator => page.getByRole('main').locator('[aria-haspopup=menu]:visible').first();

/** What the menu of a row offers that changes the row or takes it away. */
async function actsOf(page: Page): Promise<string[]> {
  const menu = menuOf(page);
  if ((await menu.count()) === 0) return [];
  await menu.press('Enter', { timeout: 2000 }).catch(() => undefined);
  await opened(page)
    .first()
    .waitFor({ timeout: 1000 })
    .catch(() => undefined);
  const names = await page.getByRole('menuitem').filter({ visible: true }).allInnerTexts();
  await closeAgain(page);
  return names
    .map((name) => name.trim())
    .filter((name) => /löschen|archivieren|beenden|vermerken|erledigt|bestätigen|zurück/i.test(name))
    .slice(0, actsAtMost);
}

/** Chooses it, and says yes where it asks. */
async function act(page: Page, name: string): Promise<void> {
  await menuOf(page)
    .press('Enter', { timeout: 2000 })
    .catch(() => undefined);
  await page
    .getByRole('menuitem', { name, exact: true })
    .press('Enter', { timeout: 2000 })
    .catch(() => undefined);
  const yes = page
    .locator('[role=dialog]:visible button')
    .filter({ hasNotText: /Abbrechen|Nein|Behalten/ })
    .last();
  if (
    await yes.waitFor({ timeout: 700 }).then(
      () => true,
      () => false,
    )
  )
    await yes.press('Enter', { timeout: 2000 }).catch(() => undefined);
  // What was done is told, and what stood there is gone.
  await page.waitForTimeout(700);
  await closeAgain(page);
}

const opened = (page: Page): Locator => page.locator('[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible');

/** Closes by the key for it what a press opened, and answers the question whether to go. */
async function closeAgain(page: Page): Promise<void> {
  const isOpen = () =>
    opened(page)
      .first()
      .waitFor({ timeout: 500 })
      .then(
        () => true,
        () => false,
      );
  for (let tries = 0; tries < 3 && (await isOpen()); tries++) {
    await page.keyboard.press('Escape');
    await opened(page)
      .first()
      .waitFor({ state: 'hidden', timeout: 1500 })
      .catch(() => undefined);
  }
}

/** A button that sends something is disabled until the answer: the focus comes back with it, however busy the machine is. */
async function keepsFocus(page: Page): Promise<boolean> {
  return expect
    .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body), { timeout: 10_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

test.each([
  { role: 'admin', look: desktop, under: /^\/admin(?!\/mobile)/, atLeast: 40 },
  { role: 'trainer', look: phone, under: /^\/admin/, atLeast: 10 },
  { role: 'reader', look: phone, under: /^\/(?!admin)/, atLeast: 10 },
] as const)(
  'whatever is opened and closed, done or deleted, the focus has a place afterwards: $role',
  async ({ role, look, under, atLeast }) => {
    // Pages come from the server, without the copies that a phone keeps for halls without a line.
    const context = await play.enter({ ...look, role, serviceWorkers: 'block' });
    const addresses = addressesFor(role, under);
    expect(addresses.length).toBeGreaterThan(5);
    const lost: string[] = [];
    let pressed = 0;
    const walk = async () => {
      for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
        const found = await lostOn(context, address);
        pressed += found.pressed;
        lost.push(...found.lost);
      }
    };
    await Promise.all(Array.from({ length: tabs }, walk));
    expect(lost).toEqual([]);
    expect(pressed).toBeGreaterThan(atLeast);
  },
  600_000,
);
