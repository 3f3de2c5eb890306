import { expect, test } from 'vitest';
import { addDays, localOf } from '../../src/shared/kernel/calendar.ts';
import type { EventView } from '../../src/shared/events/events.ts';
import { phone, stage } from './person.ts';

const play = stage(phone);
const { visit } = play;

test('a child is signed up on a phone at /events, and the office sees it without a reload', async () => {
  const edda = await play.server.signedIn('editor');
  const day = addDays(localOf(new Date()).date, 200);
  const fields = {
    kind: 'festival',
    startsAt: `${day}T12:00:00Z`,
    endsAt: `${day}T16:00:00Z`,
    registration: 'open',
    placesMax: 5,
  };
  const { id } = (await edda.post<EventView>('/api/events', { title: 'Probefest', ageMax: 16, ...fields })).body;
  const office = await visit({ role: 'editor', viewport: { width: 1280, height: 800 } });
  // The list is read before the date is published, and arrives after the office was told of it.
  await office.route(
    /\/api\/events\?/,
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const before = await edda.get(`${pathname}${search}`);
      expect((await edda.send('PUT', `/api/events/${id}/state`, { state: 'published', version: 1 })).status).toBe(200);
      await office.waitForTimeout(1000);
      await route.fulfill({ contentType: 'application/json', body: before.text });
    },
    { times: 1 },
  );
  await office.goto('/admin/events');
  await office.getByRole('tab', { name: 'Termine' }).click();
  await office.getByRole('button', { name: 'Probefest' }).click();
  const list = office.getByRole('region', { name: 'Anmeldungen' });
  await list.getByText('0 von 5 Plätzen vergeben').waitFor();

  const parent = await visit({ role: 'reader' });
  await parent.goto('/events');
  await parent.getByRole('link', { name: 'Probefest', exact: true }).click();
  await parent.getByRole('heading', { level: 1, name: 'Probefest' }).waitFor();
  await parent.getByRole('heading', { level: 2, name: 'Anmelden' }).waitFor();
  const add = parent.getByRole('button', { name: 'Weitere Person eintragen' });
  const form = parent.getByLabel('Vorname');
  await add.or(form).first().waitFor();
  if (await add.isVisible()) await add.click();
  const child = parent.getByRole('radio', { name: 'mein Kind' });
  if (await child.isVisible()) await child.check();
  await form.fill('Lotte');
  await parent.getByLabel('Nachname').fill('Probekind');
  await parent.getByLabel('Geburtsdatum').fill('4.5.2017');
  await parent.getByLabel('Notfallnummer').fill('0171 1234567');
  await parent.getByLabel('wird abgeholt').check();
  await parent.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await parent.getByRole('checkbox', { name: /^Lotte Probekind/ }).check();
  await parent.getByLabel('Ich melde verbindlich an').check();
  await parent.getByRole('button', { name: 'Verbindlich anmelden' }).click();
  await parent.getByText('schon dabei: angemeldet').waitFor();

  await list.getByText('1 von 5 Plätzen vergeben').waitFor();
  await list
    .getByText(/Probekind/)
    .first()
    .waitFor();
});
