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
