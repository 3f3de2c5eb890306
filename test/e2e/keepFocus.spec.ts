import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

/**
 * Whoever works by keys goes on from where they were once a row is gone or a form is sent. Each action is done twice: as people do it, and
 * without the watch over the focus (src/web/lib/keepFocus.ts), where it is lost. So nothing here passes without it.
 */
const play = stage();

/** Takes away what the watch sees: elements that leave the page or are disabled. */
const blind = () => {
  const observe = MutationObserver.prototype.observe;
  MutationObserver.prototype.observe = function (target, options) {
    if (options?.attributeFilter?.includes('disabled')) return;
    observe.call(this, target, options);
  };
};

/** Where the focus is: a name of what has it, or `lost`. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'lost';
    return at.closest('main') ? (at.getAttribute('aria-label') ?? at.textContent ?? '') : 'outside of the page';
  });

async function open(address: string, isWatched: boolean, options: Parameters<typeof play.enter>[0]): Promise<Page> {
  const context = await play.enter({ ...options, serviceWorkers: 'block' });
  if (!isWatched) await context.addInitScript(blind);
  const page = await context.newPage();
  // The watch comes with what a signed-in page loads last, just before its stream.
  const stream = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/live'));
  await page.goto(address);
  await stream;
  return page;
}

test.each([true, false])('a device that is signed out hands the focus to what stands around it (watched: %s)', async (isWatched) => {
  for (const _ of [1, 2]) await play.server.signedIn('reader');
  const page = await open('/profile/security#geraete', isWatched, { role: 'reader', ...phone });
  const buttons = page.getByRole('button', { name: /^Beenden: / });
  await buttons.first().waitFor();
  const before = await buttons.count();
  expect(before).toBeGreaterThan(1);
  await buttons.first().press('Enter');
  await expect.poll(() => buttons.count()).toBe(before - 1);
  await page.waitForTimeout(300);
  expect((await focused(page)) === 'lost').toBe(!isWatched);
});

test.each([true, false])('a form that goes once it is sent hands the focus to its message (watched: %s)', async (isWatched) => {
  const message = `Die neue Seite gefällt mir, ${isWatched}.`;
  const sent = await play.server.visitor().post('/api/feedback', {
    kind: 'club',
    text: message,
    rating: 5,
    email: 'gast@example.org',
    page: '/events',
    website: '',
  });
  expect(sent.status).toBe(200);
  const page = await open('/admin/feedback', isWatched, { role: 'admin', ...desktop });
  await page.getByText(message).waitFor();
  await page.getByRole('button', { name: 'Antworten' }).first().press('Enter');
  await page.getByLabel('Antwort an gast@example.org').fill('Das freut uns!');
  await page.getByRole('button', { name: 'Senden' }).press('Enter');
  await page.getByText('Die Antwort geht an gast@example.org.').waitFor();
  await page.getByLabel('Antwort an gast@example.org').waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  expect((await focused(page)) === 'lost').toBe(!isWatched);
});
