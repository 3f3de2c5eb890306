import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, localOf, mondayOf } from '../../src/shared/kernel/calendar.ts';
import { makeHall } from '../halls.ts';
import { phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

const tuesday = addDays(mondayOf(localOf(new Date()).date), 15);

test('SCB asks for a hall of the town, GSV promises it, RWA sees club and time come up without a reload', async () => {
  const hall = await makeHall(play.server, 'GSV', { name: 'Probehalle' });
  const till = await visit({ role: 'trainer' });
  await till.goto(`/admin/bookings?view=list&day=${tuesday}&hall=${hall.id}`);
  await till.getByText('In dieser Zeit steht nichts im Plan.').waitFor();

  const alma = await visit({ ...phone, club: 'SCB', role: 'admin' });
  await alma.goto(`/admin/bookings?day=${tuesday}`);
  await alma.getByRole('button', { name: 'Buchen' }).click();
  const dialog = alma.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Sportstätte' }).click();
  await alma.getByRole('option', { name: 'Probehalle' }).click();
  await dialog.getByLabel('Titel').fill('Geheimtraining');
  await dialog.getByLabel('Von', { exact: true }).fill('22:00');
  await dialog.getByLabel('Bis', { exact: true }).fill('23:30');
  await dialog.getByRole('button', { name: 'Anfragen' }).click();
  // At its field; the check while typing says it, too.
  await dialog
    .getByText(/ist hier 08:00–22:00 Uhr geöffnet/)
    .first()
    .waitFor();
  await dialog.getByLabel('Von', { exact: true }).fill('18:00');
  await dialog.getByLabel('Bis', { exact: true }).fill('20:00');
  await dialog.getByRole('button', { name: 'Anfragen' }).click();
  await alma.getByText('Der Termin ist angefragt.').waitFor();
  await till.getByRole('button', { name: '18:00–20:00 SCB (Angefragt)' }).waitFor();

  const armin = await visit({ club: 'GSV', role: 'admin' });
  await armin.goto(`/admin/bookings/requests?hall=${hall.id}`);
  await armin.getByText('Eine Anfrage, ein Termin').waitFor();
  await armin.getByRole('button', { name: 'Entscheiden: SCB' }).click();
  expect(await armin.getByText('Geheimtraining').count()).toBe(0);
  await armin.getByRole('button', { name: 'Zusagen' }).click();

  await till.getByRole('button', { name: '18:00–20:00 SCB', exact: true }).waitFor();
  expect(await till.getByText('Geheimtraining').count()).toBe(0);

  const visitor = await visit({ ...phone, club: 'RWA' });
  await visitor.goto(`/halls/${hall.slug}?date=${tuesday}`);
  await visitor.getByText('18:00–20:00').waitFor();
});

test('whoever takes a holiday back sees first which dates return, and they stand in the plan again', async () => {
  const hall = await makeHall(play.server, 'RWA', { name: 'Ferienhalle' });
  const [edda, gsv] = [await play.server.signedIn('editor'), await play.server.signedIn('admin', 'GSV')];
  const wish = { title: 'Ringen', kind: 'training', facilityId: hall.id, unitIds: hall.unitIds, startTime: '18:00', endTime: '20:00' };
  const series = { ...wish, weekday: 2, startsOn: tuesday, endsOn: addDays(tuesday, 14) };
  expect((await edda.post<{ created: number }>('/api/bookings/series', { ...series, holidayMode: 'keep' })).body.created).toBeGreaterThan(
    0,
  );
  const day = { startsOn: tuesday, endsOn: tuesday, source: '', dates: 'follow' };
  const rule = { scope: 'town', scopeId: 'Auenfeld', kind: 'closure', name: 'Stadtfest', ...day };
  expect((await gsv.post('/api/calendar/rules', rule)).status).toBe(200);
  const till = await visit({ role: 'trainer' });
  await till.goto(`/admin/bookings?view=list&day=${tuesday}&hall=${hall.id}`);
  await till.getByText('In dieser Zeit steht nichts im Plan.').waitFor();

  const armin = await visit({ ...phone, club: 'GSV', role: 'admin' });
  await armin.goto('/admin/config#ferien');
  await armin.getByRole('button', { name: /^Stadtfest .* löschen$/ }).click();
  const question = armin.getByRole('dialog', { name: 'Das ändert sich an Terminen' });
  await question
    .getByRole('region', { name: 'Kommen zurück' })
    .getByText(/Ferienhalle/)
    .waitFor();
  expect(await question.getByText('Ringen').count()).toBe(0);
  await question.getByRole('button', { name: 'Speichern' }).click();
  await till.getByRole('button', { name: '18:00–20:00 RWA · Ringen' }).waitFor();
});

test('a week of 600 bookings stands in the plan as a picture, the chosen day in words', async () => {
  const halls = [];
  for (let i = 0; i < 20; i++) halls.push(await makeHall(play.server, 'RWA', { name: `Große Halle ${String(i).padStart(2, '0')}` }));
  for (const hall of halls)
    await play.server.sql(
      `insert into booking (id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at)
       select gen_random_uuid(), 'RWA', $1, $2::uuid[], 'training', 'Gruppe ' || n, 3, $3::date + n % 6, ($3::date + n % 6 + make_time(9 + n / 6, 0, 0)) at time zone 'Europe/Berlin',
         ($3::date + n % 6 + make_time(10 + n / 6, 0, 0)) at time zone 'Europe/Berlin', 'approved', now() from generate_series(0, 29) n`,
      [hall.id, hall.unitIds, mondayOf(tuesday)],
    );
  const page = await visit({ role: 'trainer' });
  await page.goto(`/admin/bookings?view=month&day=${tuesday}`);
  await page.getByRole('table').waitFor();
  await page.goto(`/admin/bookings?view=week&day=${tuesday}&whose=own`);
  const week = page.getByRole('region', { name: 'Wochenplan' });
  await week.getByRole('button').first().waitFor();
  expect(await week.getByRole('button', { name: /Gruppe \d/ }).count()).toBeGreaterThanOrEqual(120);
  await week.getByRole('button', { name: /^Große Halle 00, Dienstag.*Gruppe/ }).click();
  const words = page.getByRole('region', { name: 'Ausgewählter Tag' });
  expect(await words.getByRole('button', { name: /RWA · Gruppe/ }).count()).toBe(5);
});

test('on paper no column of the plans is cut, neither on a wide sheet nor on one of a hand’s breadth', async () => {
  const page = await visit({ club: 'GSV', role: 'admin' });
  for (const view of ['day', 'week', 'month']) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/admin/bookings?view=${view}&day=${tuesday}`);
    await page.getByText(/Auslastung der Öffnungszeit/).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const width of [390, 559, 794, 1123]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('main *')].filter((one) => {
              const { width: wide, right } = one.getBoundingClientRect();
              return wide > 0 && right > document.documentElement.clientWidth + 1;
            }).length,
        );
      await expect.poll(async () => [view, width, await beyond()]).toEqual([view, width, 0]);
    }
  }
});

test('on a phone a booking is moved by taps alone: a swipe over it only scrolls, a taken time is told before anything is asked, a free one takes it', async () => {
  const hall = await makeHall(play.server, 'RWA', { name: 'Fingerhalle', units: 2 });
  const [first, second] = [hall.unitIds.slice(0, 1), hall.unitIds.slice(1)];
  const edda = await play.server.signedIn('editor');
  const book = async (title: string, unitIds: string[], startTime: string, endTime: string) => {
    const wish = { title, kind: 'training', facilityId: hall.id, unitIds, date: tuesday, startTime, endTime };
    expect((await edda.post('/api/bookings', wish)).status).toBe(200);
  };
  await book('Voltigieren', first, '17:00', '18:00');
  await book('Judo', second, '20:30', '21:30');
  const page = await visit({ ...phone, role: 'admin', hasTouch: true, isMobile: true });
  await page.goto(`/admin/bookings?view=day&day=${tuesday}&hall=${hall.id}`);
  const column = page.locator('[data-column="0"]');
  const block = column.getByRole('button', { name: /Voltigieren/ });
  await block.scrollIntoViewIfNeeded();

  const topOf = async () => (await block.boundingBox())?.y ?? Number.NaN;
  const before = await topOf();
  await swipe(page, await middleOf(block), -120);
  await expect.poll(topOf).toBeLessThan(before - 60);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Hierhin' }).count()).toBe(0);

  await block.tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Im Plan verschieben' }).tap();
  await page.getByText('Voltigieren verschieben.').waitFor();
  const tapAt = async (unit: number, time: number) => {
    const field = await column.boundingBox();
    if (!field) throw new Error('The plan has no column.');
    await column.tap({ position: { x: field.width * (unit === 0 ? 0.25 : 0.75), y: (field.height * (time - 8)) / 14 } });
  };
  await tapAt(1, 20.6);
  await page.getByText(/20:30–21:30 Uhr, Fingerhalle Teil 2\. Belegt: RWA, Judo bis 21:30 Uhr/).waitFor();
  await tapAt(1, 19.1);
  await page.getByText(/19:00–20:00 Uhr, Fingerhalle Teil 2\. Frei/).waitFor();
  await page.getByRole('button', { name: 'Hierhin' }).tap();
  await page.getByText(/^Verschoben auf .*19:00 Uhr\.$/).waitFor();
  const times =
    "to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as begin, to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as end";
  expect(await play.server.sql(`select ${times}, unit_ids from booking where title = 'Voltigieren' and state = 'approved'`)).toEqual([
    { begin: '19:00', end: '20:00', unit_ids: second },
  ]);
});

async function middleOf(block: Locator): Promise<{ x: number; y: number }> {
  const box = await block.boundingBox();
  if (!box) throw new Error('The plan does not show the booking.');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** A finger that goes up or down over the glass. */
async function swipe(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const steps = 8;
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= steps; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + (by * step) / steps }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
