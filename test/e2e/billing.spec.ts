import { expect, test } from 'vitest';
import { billedCourse } from '../billing.ts';
import { desktop, phone, stage } from './person.ts';

const play = stage();

test('the board bills a course: preview, charges, paid, live in another browser, and a parent reads it on a phone', async () => {
  const course = await billedCourse(play.server, { title: 'Reise zur Kasse' });
  await play.server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'delegate', now() from app_user where email = 'reader@rwa.test'`,
    [course.personIds[0]],
  );
  const billing = `/admin/courseStat?tab=abrechnung&course=${course.courseId}`;
  const anton = await play.visit({ role: 'admin', ...desktop });
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

  const rosa = await play.visit({ role: 'reader', ...phone });
  await rosa.goto('/profile/payments');
  const dues = rosa.getByRole('region', { name: /^(Offen: |Zurzeit ist nichts)/ });
  await dues.getByText('Reise zur Kasse').waitFor();
  expect(await dues.textContent()).toMatch(/Verwendungszweck: RWA-\d+/);

  const svea = await play.visit({ role: 'super', ...phone });
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
  await anton.getByText('Diagramme', { exact: true }).click();
  await anton.getByText('Einnahmen nach Monat').waitFor();
  await anton.getByText('Als Tabelle').first().click();
  await anton.getByRole('table', { name: 'Plätze und Auslastung nach Abteilung' }).waitFor();
}, 90_000);
