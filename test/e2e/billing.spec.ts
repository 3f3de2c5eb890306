import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billedCourse } from '../billing.ts';
import { launchBrowser } from '../browser.ts';
import { startServer, type TestServer } from '../harness.ts';
import { desktop, person, phone } from './person.ts';

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the board bills a course: preview, charges, paid, live in another browser, and a parent reads it on a phone', async () => {
  const course = await billedCourse(server, { title: 'Reise zur Kasse' });
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'guardian', now() from app_user where email = 'reader@rwa.test'`,
    [course.personIds[0]],
  );
  const billing = `/admin/courseStat?tab=abrechnung&course=${course.courseId}`;
  const anton = await (await person(browser, server, { role: 'admin', ...desktop })).newPage();
  await anton.goto(billing);
  await anton.getByText('3 Forderungen über zusammen 210,00').waitFor();
  await anton.getByRole('button', { name: 'Ausnehmen: Zahlerin, Nr3' }).click();
  await anton.getByLabel('Grund').fill('Härtefall');
  await anton.getByRole('dialog').getByRole('button', { name: 'Ausnehmen' }).click();
  await anton.getByText('2 Forderungen über zusammen 140,00').waitFor();
  await anton.getByRole('button', { name: 'Forderungen erstellen' }).click();
  await anton.getByRole('button', { name: 'Erstellen', exact: true }).click();
  await anton
    .getByRole('row', { name: /Zahlerin, Nr1/ })
    .getByText('offen')
    .waitFor();
  await anton
    .getByRole('row', { name: /Zahlerin, Nr3/ })
    .getByText('Härtefall')
    .waitFor();

  const rosa = await (await person(browser, server, { role: 'reader', ...phone })).newPage();
  await rosa.goto('/profile');
  const dues = rosa.getByRole('region', { name: 'Zahlungen' });
  await dues.getByText('Reise zur Kasse').waitFor();
  expect(await dues.textContent()).toMatch(/Verwendungszweck: RWA-\d+/);

  const svea = await (await person(browser, server, { role: 'super', ...phone })).newPage();
  await svea.goto(`${billing}&schritt=forderungen`);
  await svea.getByText('Zahlerin, Nr1').waitFor();
  await anton
    .getByRole('row', { name: /Zahlerin, Nr1/ })
    .getByRole('button', { name: /^Aktionen/ })
    .click();
  await anton.getByRole('menuitem', { name: 'Als bezahlt vermerken' }).click();
  await anton.getByRole('dialog').getByRole('button', { name: 'Bezahlt', exact: true }).click();
  await anton.getByText('1 Forderung ist bezahlt.').waitFor();
  await svea.getByText(/^bezahlt \d\d/).waitFor();
  await dues.getByText('Zurzeit ist nichts zu bezahlen.').or(dues.getByText('Bezahlt und erledigt')).first().waitFor();
  expect(await svea.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await anton.getByRole('tab', { name: 'Statistik' }).click();
  await anton.getByText('Einnahmen nach Monat').waitFor();
  await anton.getByText('Als Tabelle').first().click();
  await anton.getByRole('table', { name: 'Plätze und Auslastung nach Abteilung' }).waitFor();
  await Promise.all([anton, rosa, svea].map((page) => page.context().close()));
}, 90_000);
