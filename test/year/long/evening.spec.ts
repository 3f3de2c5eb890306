import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { germanDate, localOf } from '../../../src/shared/kernel/calendar.ts';
import { publishSeasons } from '../../../src/server/halls/seasons/service.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import { fillTown } from '../../townSeason.ts';
import { account } from '../account.ts';
import { startEmpty } from '../empty.ts';
import { typeDay } from '../founding.ts';

declare global {
  /** How long each frame took, while they are counted. */
  // oxlint-disable-next-line no-var
  var frameMs: number[] | undefined;
}

// An evening of the board: 130 wishes of an invented town become a plan, which is changed by hand, objected to and published.
const staged = stage(desktop, startEmpty);
const shots = process.env['EVENING_SHOTS'];
let seasonId = '';
let gerd: Awaited<ReturnType<typeof account>>;

async function board(path: string, options: object = {}): Promise<Page> {
  gerd ??= await account(staged, 'Gerd', 'admin', 'GSV');
  const context = await staged.enter({ club: 'GSV', ...options });
  await context.addCookies([...gerd.cookies].map(([name, value]) => ({ name, value, domain: 'gsv.localhost', path: '/' })));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
async function shot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}
const at = (tab: string) => `/admin/seasons/${seasonId}?tab=${tab}`;

/** The same page in the dark and on a phone, where pictures are asked for. */
async function looks(path: string, name: string): Promise<void> {
  if (!shots) return;
  for (const [look, options] of Object.entries({ dark: { colorScheme: 'dark' as const }, phone })) {
    const page = await board(path, options);
    await page.waitForLoadState('networkidle');
    await shot(page, `${name}-${look}`);
  }
}

/** Takes the season a step on, with what its question asks for. */
async function step(page: Page, name: string, answer?: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.goto(at('overview'));
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await answer?.(dialog);
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached', timeout: 60_000 });
}

/** Every frame from now on that took longer than 50 ms. */
async function slowFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    let last = performance.now();
    globalThis.frameMs = [];
    const look = (now: number) => {
      globalThis.frameMs?.push(now - last);
      last = now;
      if (globalThis.frameMs) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work();
  const frames = await page.evaluate(() => {
    const seen = globalThis.frameMs ?? [];
    globalThis.frameMs = undefined;
    return seen;
  });
  return frames.filter((ms) => ms > 50);
}

/** Answers the question of a drop on somebody, if it is asked; says whether the time was changed, or why it cannot stand there. */
async function settle(page: Page): Promise<boolean> {
  const dialog = page.getByRole('dialog', { name: 'Dort steht schon jemand' });
  const close = page.getByRole('button', { name: 'Hinweis schließen' });
  await dialog.or(close).first().waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByRole('button', { name: /in den Pool/ }).click();
    await close.waitFor();
  }
  const words = await page.getByRole('alert').first().textContent();
  await close.first().click();
  await close.waitFor({ state: 'detached' });
  return /Punkte: [\d.]+ → [\d.]+|steht/.test(words ?? '');
}

test('130 wishes become a proposal within seconds, which the board takes', async () => {
  seasonId = await fillTown(staged.server, 130, 4, 6);
  await staged.server.sql(
    `insert into organisation_contact (organisation_id, name, email)
     select id, 'Kim ' || name, name || '@verein.test' from organisation where manager_club = 'GSV' and club is null`,
  );
  const page = await board(at('overview'));
  await step(page, 'Wünsche schließen und planen', (dialog) =>
    dialog.getByRole('textbox', { name: 'Grund' }).fill('Alle haben abgegeben.'),
  );
  await page.goto(at('plan'));
  const begun = performance.now();
  await page.getByRole('button', { name: 'Vorschlag berechnen' }).click();
  await page.getByText('Der Vorschlag steht unter „Vergleich“.').waitFor({ timeout: 60_000 });
  console.info(`proposal of 130 wishes: ${Math.round(performance.now() - begun)} ms`);
  await page.goto(at('compare'));
  await page
    .getByText(/mindestens \d+ % des Erreichbaren/)
    .first()
    .waitFor();
  await shot(page, 'compare');
  await page
    .getByRole('button', { name: /^Ganz übernehmen: Vorschlag/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByText(/ist übernommen/).waitFor();
});

test('ten times are changed, five by mouse and five by keys, and the first step back brings the last one back', async () => {
  const page = await board(at('plan'));
  const grid = page.getByRole('region', { name: /^Woche in/ });
  const block = (n: number) => grid.locator('button[data-booking][data-movable]').nth(n);
  await block(0).waitFor();
  await shot(page, 'plan-light');
  // Two plans may be worth the same points: what counts is who stands where.
  const placed = () =>
    staged.server.sql(
      `select g.wish_id, g.facility_id, g.unit_ids, g.weekday, g.start_time, g.week from season_grant g join season_plan p on p.id = g.plan_id
       where p.season_id = '${seasonId}' and p.frozen_at is null order by g.wish_id, g.weekday`,
    );
  const slow: number[] = [];
  let changed = 0;
  for (let n = 0; changed < 5 && n < 15; n++) {
    await block(n).scrollIntoViewIfNeeded();
    // Into the day beside, which is in sight as well.
    const [from, ground] = [await block(n).boundingBox(), await grid.boundingBox()];
    const width = (await grid.locator('[data-column="0"]').boundingBox())?.width ?? 0;
    if (!from || !ground) throw new Error('Nothing to drag.');
    const to = from.x + width < ground.x + ground.width - 60 ? from.x + width : from.x - width;
    slow.push(
      ...(await slowFrames(page, async () => {
        await page.mouse.move(from.x + from.width / 2, from.y + 8);
        await page.mouse.down();
        await page.mouse.move(to + from.width / 2, from.y + 56, { steps: 25 });
        if (n === 0) await shot(page, 'drag');
        await page.mouse.up();
      })),
    );
    if (await settle(page)) changed += 1;
  }
  console.info(`frames over 50 ms while dragging: ${slow.map(Math.round).join(', ') || 'none'}`);
  for (let n = 0; changed < 10 && n < 15; n++) {
    await block(n + 2).focus();
    await page.keyboard.press('v');
    for (let press = 0; press < 3 + n; press++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    if (n === 0) await shot(page, 'keys');
    await page.keyboard.press('Enter');
    if (await settle(page)) changed += 1;
  }
  expect(changed).toBe(10);
  await looks(at('plan'), 'plan');
  const after = await placed();
  await page.keyboard.press('Control+z');
  await page.getByText(/^Zurückgenommen/).waitFor();
  await expect.poll(placed).not.toEqual(after);
  await page.keyboard.press('Control+y');
  await page.getByText(/^Wiederholt/).waitFor();
  await expect.poll(placed).toEqual(after);
  const improve = page.getByRole('button', { name: /^Verbessern/ });
  if (await improve.isVisible()) await improve.click();
  await improve.waitFor({ state: 'detached', timeout: 60_000 });
});

test('three organisations without an account object by the link of their mail, on the phone', async () => {
  const page = await board(at('overview'));
  await step(page, 'Anhörung beginnen');
  const owners = await staged.server.sql<{ recipient: string }>(
    "select distinct recipient from outbox_mail where subject like 'Hallenvergabe Probe: Ihr Ergebnis' order by recipient",
  );
  expect(owners).toHaveLength(6);
  for (const [n, { recipient }] of owners.slice(0, 3).entries()) {
    const path = /\/organisation\/[\w-]+/.exec(await staged.server.latestMail(recipient))?.[0] ?? '';
    const own = await staged.visit({ club: 'GSV', ...phone });
    await own.goto(path);
    await own.getByRole('heading', { name: 'Unsere Hallenzeiten' }).waitFor();
    await own.getByRole('list', { name: 'Ihre Zeiten' }).waitFor();
    if (n === 0) await shot(own, 'own-phone');
    await own.getByRole('textbox', { name: 'Was stimmt nicht?' }).fill('Um diese Zeit fährt kein Bus mehr.');
    await own.getByRole('button', { name: 'Einwand absenden' }).click();
    await own.getByText('Ihr Einwand ist eingegangen.').waitFor();
  }
  await page.goto(at('objections'));
  for (let n = 0; n < 3; n++) {
    await page.getByRole('textbox', { name: 'Antwort' }).first().fill('Eine andere Zeit ist leider nicht frei.');
    await page.getByRole('button', { name: 'Antworten' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Antworten' }).count()).toBe(2 - n);
  }
  await page.goto(at('overview'));
  await page.getByText('Alle zeigen').click();
  // Whoever objected has answered; the others have not yet.
  await expect.poll(() => page.getByText(/^Einwand erhoben, /).count()).toBe(3);
  await page
    .getByText(/, Antwort fehlt$/)
    .first()
    .waitFor();
  await shot(page, 'overview');
});

test('the plan is published; a closure afterwards says first whom it hits', async () => {
  const page = await board(at('overview'));
  await page.getByRole('button', { name: 'Veröffentlichung durchspielen' }).click();
  await page
    .getByText(/Serien mit \d+ Terminen/)
    .first()
    .waitFor();
  await shot(page, 'dry-run');
  await step(page, 'Veröffentlichen', (dialog) => dialog.getByRole('textbox').fill('Probe'));
  const begun = performance.now();
  await publishSeasons(staged.server);
  console.info(`published: ${Math.round(performance.now() - begun)} ms`);
  await page.getByText(/· Veröffentlicht$/).waitFor();
  const [first] = await staged.server.sql<{ day: string; hall: string; count: number }>(
    `select min(b.local_date)::text as day, f.name as hall, count(*)::int as count from booking b join facility f on f.id = b.facility_id
     where b.state = 'approved' group by f.id, f.name order by f.name limit 1`,
  );
  if (!first) throw new Error('Nothing was published.');
  await page.goto(`/admin/bookings?view=week&day=${first.day}`);
  await page
    .getByRole('region', { name: 'Wochenplan' })
    .getByRole('button', { name: /Gruppe/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: 'Ausgewählter Tag' })
    .getByRole('button', { name: /Gruppe/ })
    .first()
    .waitFor();
  await shot(page, 'week-all');
  await looks(`/admin/bookings?view=week&day=${first.day}`, 'week-all');
  await looks(`/admin/bookings?view=day&day=${first.day}`, 'day');
  await looks(at('papers'), 'papers');
  await page.goto('/admin/facilities');
  await page.getByRole('button', { name: first.hall, exact: true }).click();
  const hall = page.getByRole('dialog');
  await hall.getByText('Sperrzeiten', { exact: true }).click();
  await hall.getByRole('textbox', { name: 'Grund der Sperrzeit' }).fill('Neuer Boden');
  await typeDay(page, 'Erster Tag', germanDate(first.day));
  await typeDay(page, 'Letzter Tag', germanDate(localOf(new Date(Date.parse(first.day) + 5 * 86_400_000)).date));
  await hall.getByRole('button', { name: 'Wen trifft das?' }).click();
  await hall.getByRole('button', { name: 'Sperrzeit eintragen' }).click();
  await page.getByText(/Die Sperrzeit ist eingetragen, \d+ Termine sind verdrängt\./).waitFor();
});
