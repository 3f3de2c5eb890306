import type { Locator, Page } from 'playwright-core';
import type { Stage } from '../e2e/person.ts';
import { founder, type EmptyServer } from './empty.ts';

/** What the founder of a club does in many journeys, at a computer unless a device is named. */
export function founding(staged: Stage<EmptyServer>) {
  return {
    /** Opens the link of the console and sets the password. */
    begin: () => setPassword(staged, staged.server.invitation, founder),
    /** A page on which the founder signed in as everybody does; who manages a club is asked for a second factor, and may go on without one. */
    founderAt: async (path: string, { time, ...device }: { time?: Date } & Parameters<typeof staged.visit>[0] = {}): Promise<Page> => {
      const page = await staged.visit(device);
      if (time) await page.clock.install({ time });
      await page.goto(`/login?back=${encodeURIComponent(path)}`);
      await page.getByLabel('E-Mail').fill(founder.email);
      await page.getByRole('textbox', { name: 'Passwort' }).fill(founder.password);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Später einrichten und weiter' }).click();
      await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
      return page;
    },
    /** The address that the last mail to somebody leads to. */
    mailedLink: async (recipient: string): Promise<string> => pathOf(/https?:\/\/\S+/.exec(await staged.server.latestMail(recipient))?.[0]),
  };
}

/** Opens a link that invites somebody and sets the password. */
export async function setPassword(staged: Stage<EmptyServer>, link: string, { password }: { password: string }): Promise<void> {
  const page = await staged.visit();
  await page.goto(pathOf(link));
  await page
    .getByRole('textbox', { name: /Passwort/ })
    .first()
    .fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Passwort festgelegt').waitFor();
  await page.close();
}

function pathOf(link = ''): string {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

/** Chooses in a list that opens under a field. */
export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Types a day as people do, and leaves the field. */
export async function typeDay(page: Page, name: string, germanDay: string): Promise<void> {
  await page.getByRole('textbox', { name, exact: true }).fill(germanDay);
  await page.keyboard.press('Tab');
}
