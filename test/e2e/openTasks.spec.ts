import { expect, test } from 'vitest';
import { dashboardCards, type DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import { desktop, phone, stage } from './person.ts';

// A number of the start page leads to exactly the rows that it counts.
const play = stage();

/** So that each list has something: dates that nobody closed, requests, offered seats, … */
async function fill(): Promise<void> {
  const { sql } = play.server;
  const ofClub = `from course c where c.club = 'RWA' and c.kind = 'course' and c.status in ('published', 'confirmed')`;
  await sql(`update course_session set state = 'planned', closed_at = null
    where local_date >= current_date - 6 and ends_at < now() and course_id in (select id ${ofClub})`);
  // None ends while the numbers are compared, which would count one more than the page that is open.
  await sql(`update course_session set state = 'cancelled' where ends_at between now() and now() + interval '10 minutes'`);
  const some = (state: string, more: string, count: number) =>
    sql(`update enrolment set state = '${state}' ${more} where id in (select e.id from enrolment e where e.state = 'confirmed'
      and e.course_id in (select id ${ofClub}) order by e.id limit ${count})`);
  await some('pending', '', 4);
  await some('offered', ", offer_expires_at = now() + interval '3 hours'", 3);
  await sql(`update course set status = 'published', places_min = 99, places_max = 100, starts_on = current_date + 5
    where id in (select id ${ofClub} order by c.id limit 2)`);
  await sql(`update booking set state = 'displaced' where id in (select id from booking where club = 'RWA' and state = 'approved'
    and starts_at > now() + interval '60 days' order by starts_at limit 5)`);
  await sql(`insert into feedback (club, kind, text, app_version, created_at)
    select 'RWA', 'club', 'Noch ohne Antwort', 'v2.4', now() from generate_series(1, 3)`);
  play.server.outdate();
}

/** How the page behind a card says how many rows there are. */
const said: { readonly [name in DashboardCardName]?: RegExp } = {
  sessionsToday: /^(\d+|Ein) Kurstermine?$/,
  sessionsUnmarked: /^(\d+|Ein) Kurstermine?$/,
  pendingRegistrations: /^(\d+|Eine) Anmeldung(en)?$/,
  offersRunningOut: /^(\d+|Eine) Anmeldung(en)?$/,
  coursesUnderMinimum: /^(\d+) Angebote$/,
  openDefects: /^(\d+|Ein) offener? Sch/,
  openShifts: /^(\d+|Ein) Dienste?$/,
};

test('each number leads to a list with as many rows', async () => {
  await fill();
  const page = await play.visit({ role: 'admin', ...desktop });
  const { body } = await (await play.server.signedIn('admin')).get<{ name: DashboardCardName; count: number }[]>('/api/dashboard');
  const filled = body.filter(({ name, count }) => said[name] && count > 0);
  expect(filled.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sessionsUnmarked', 'pendingRegistrations', 'offersRunningOut', 'coursesUnderMinimum', 'openDefects']),
  );
  for (const { name, count } of filled) {
    const { title } = dashboardCards[name];
    await page.goto('/admin');
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .click();
    const counted = page.getByRole('status').filter({ hasText: said[name] ?? '' });
    const number = async () => (await counted.first().textContent())?.replace(/^Eine?\b/, '1').match(/\d+/)?.[0];
    await expect.poll(number, { message: name, timeout: 10_000 }).toBe(String(count));
  }
});

test('bookings without a hall stand there however far away they are, feedback without an answer without the rest', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Nach Sperrung/ }).click();
  await page
    .getByRole('main')
    .getByText(/verdrängt/i)
    .first()
    .waitFor();
  await page.goto('/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Rückmeldungen/ })
    .click();
  await page.getByText('Noch ohne Antwort').nth(2).waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('unanswered');
});

test('requests are taken in from the list, one by one or together, and leave it', async () => {
  const page = await play.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/participants?tab=enrolments');
  const rows = page.getByRole('table', { name: 'Anfragen' }).getByRole('row');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Zusagen/ })
    .click();
  await page.getByText(/ ist dabei\.$/).waitFor();
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole('checkbox', { name: /alle/i }).click();
  await page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Zusagen' }).click();
  await page.getByText('3 Anmeldungen zugesagt.').waitFor();
  await page.getByText('Keine Anmeldung wartet auf eine Zusage.').waitFor();
});

test('on a phone a trainer comes to today without reception in mind, and to the own open lists', async () => {
  const page = await play.visit({ role: 'trainer', ...phone });
  await page.goto('/admin');
  const open = page.getByRole('link', { name: /^Anwesenheit fehlt/ });
  if ((await open.count()) > 0) {
    await open.click();
    await page.getByRole('checkbox', { name: 'Nur meine' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Nur meine' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.goto('/admin/participants?tab=sessions&view=week&whose=all');
  await page.getByText(/^\d+ Kurstermine$/).waitFor();
});
