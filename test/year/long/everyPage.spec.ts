import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '../../../src/shared/kernel/roles.ts';
import { clubNames, defaultClubs, type ClubName } from '../../../src/shared/kernel/clubs.ts';
import { isOffered, isSwitchedOn, pageNames, pageOf, type Page as Entry, type PageName } from '../../../src/shared/kernel/pages.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';

const play = stage();

/** Of an address with a name in it, one that is there in the demonstration. */
const examples: { readonly [page in PageName]?: string } = {
  course: '/id/rwa-kinderturnen-1',
  rwaContent: '/rwa/impressum',
  scbContent: '/scb/impressum',
  gsvContent: '/gsv/impressum',
  profilePart: '/profile/notices',
  adminCourses: '/admin/courses',
  adminSeasons: '/admin/seasons',
};
const addressOf = (name: PageName) => examples[name] ?? pageOf(name).path;
/** Pages behind the secret of a mail or of one record stand in their own journeys. */
const walked = pageNames.filter((name) => !addressOf(name).includes('$') && !['reset', 'verify'].includes(name));

type Account = { club: ClubName; role: Role } | undefined;
const roles = ['reader', 'trainer', 'admin'] as const;
const accounts: readonly Account[] = [undefined, ...clubNames.flatMap((club) => roles.map((role) => ({ club, role })))];
const everyCombination = clubNames.flatMap((site) => accounts.map((account) => ({ site, account })));

/** The pages that are offered to an account on a site: whose flags count says one rule (docs/architecture.md). */
function offeredOn(site: ClubName, account: Account): PageName[] {
  const viewer = account && { club: account.club, role: account.role };
  const isThere = (page: Entry) => isOffered(page, account?.role) && isSwitchedOn(page, { site, clubs: defaultClubs, viewer });
  return walked.filter((name) => isThere(pageOf(name)));
}

test.each(everyCombination)(
  'on the site of $site no page that is offered to $account leads to a refusal',
  async ({ site, account }) => {
    const page = await play.visit({ ...(account?.role === 'admin' ? desktop : phone), club: site, role: account?.role, as: account?.club });
    const refused: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() >= 400 && /^\/(api|payload)\//.test(pathname))
        refused.push(`${new URL(page.url()).pathname}: ${answer.status()} ${pathname}`);
    });
    for (const name of offeredOn(site, account)) {
      await page.goto(addressOf(name));
      await isSettled(page);
      const alerts = await page
        .getByRole('alert')
        .filter({ hasText: /konnte nicht geladen|gibt es nicht|nicht erlaubt/ })
        .allInnerTexts();
      refused.push(...alerts.map((words) => `${name}: ${words}`));
    }
    expect(refused).toEqual([]);
  },
  240_000,
);

test.each([
  { site: 'RWA', account: undefined },
  { site: 'RWA', account: { club: 'RWA', role: 'super' } },
  // On the site of another club, and with the frame of the phone.
  { site: 'GSV', account: { club: 'RWA', role: 'reader' } },
  { site: 'SCB', account: { club: 'RWA', role: 'trainer' } },
] as const)(
  'when its requests fail each page says so, with a button, and none loads for ever: $account on the site of $site',
  async ({ site, account }) => {
    const context = await play.enter({
      ...(account?.role === 'trainer' ? phone : desktop),
      club: site,
      role: account?.role,
      ...(account && { as: account.club }),
    });
    const names = offeredOn(site, account);
    const mute: string[] = [];
    const walk = async () => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) mute.push(...(await whenItFails(context, name)));
    };
    await Promise.all(Array.from({ length: tabs }, walk));
    expect(mute).toEqual([]);
  },
  900_000,
);

const tabs = 4;
/** Within the two tries of a reading call and a little more. */
const toldWithinMs = 6000;

/** What a page may do without: the payload files without data of their own, and what only adds a number or a picture. */
const dispensable = /^\/payload\/(?!(?:home|news|myClub)\.json$)|^\/api\/(session|icons)/;
/** The forms by which one leaves, the two tables of contents and the sample page need no data of ours to be used; the lists in them are a help. */
const complete: readonly PageName[] = ['cancelContract', 'withdrawContract', 'profile', 'adminMoney', 'adminSampleAccordion'];

/** What is wrong with a page whose reading requests all fail: what it never says, or that it loads for ever. */
async function whenItFails(context: BrowserContext, name: PageName): Promise<string[]> {
  const page = await context.newPage();
  const failed = new Set<string>();
  await page.route(/\/(api|payload)\//, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!dispensable.test(pathname)) failed.add(pathname);
    return route.fulfill({ status: 503, body: '{}' });
  });
  await page.goto(addressOf(name));
  await page.waitForTimeout(toldWithinMs);
  const seen = (text: string) => page.getByText(text).filter({ visible: true }).count();
  const waits = await seen('Wird geladen');
  const told = (await seen('Noch einmal')) + (await seen('Zurück zur Hauptseite'));
  await page.close();
  if (waits === 0 && (failed.size === 0 || told > 0 || complete.includes(name))) return [];
  return [`${name}: ${[...failed].join(', ')} failed, ${waits} still loading, ${told} buttons`];
}

/** Waits until a page has drawn what it asked for. */
async function isSettled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.getByText('Wird geladen').filter({ visible: true }).count()).toBe(0);
}
