import { expect, test } from 'vitest';
import { processorsContract } from '#shared/office/processors.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ProcessorsPart } from './ProcessorsPart.tsx';

const post = { id: '8d7a8a31-5b7c-4c57-8d0f-000000000001', name: 'Musterpost GmbH', service: 'Mails', contractOn: '', version: 3 };

test('processors without a contract are marked, and the day can be entered; server errors are shown at their fields', async () => {
  const server = signIn(userOf('admin')).on(processorsContract.list, [post]);
  server.on(processorsContract.update, () => refuse('invalid-input', { contractOn: 'Dieser Tag liegt in der Zukunft.' }));
  const hand = show(<ProcessorsPart club="RWA" />);
  await hand.reads('Vertrag fehlt');
  await hand.press('Ändern: Musterpost GmbH');
  await hand.fill('Vertrag vom', '15.01.2026');
  await hand.press('Speichern');
  await hand.reads('Dieser Tag liegt in der Zukunft.');
  server.on(processorsContract.update, { ok: true });
  await hand.press('Speichern');
  await hand.reads('Der Dienstleister ist gespeichert.');
  expect(server.sent.at(-1)?.body).toEqual({ name: 'Musterpost GmbH', service: 'Mails', contractOn: '2026-01-15', version: 3 });
});

test('the first processor is entered, and one is deleted after a confirmation', async () => {
  const server = signIn(userOf('admin')).on(processorsContract.list, []);
  server.on(processorsContract.create, { ok: true });
  const hand = show(<ProcessorsPart club="RWA" />);
  await hand.reads(/Noch nichts eingetragen/);
  await hand.press('Auftragsverarbeiter eintragen');
  await hand.fill('Wer', 'Rechenwerk AG');
  await hand.fill('Wofür', 'Betrieb des Servers');
  server.on(processorsContract.list, [post]).on(processorsContract.delete, { ok: true });
  await hand.press('Speichern');
  expect(server.sent[0]?.body).toEqual({ club: 'RWA', name: 'Rechenwerk AG', service: 'Betrieb des Servers', contractOn: '' });
  await hand.press('Löschen: Musterpost GmbH');
  await hand.reads('Auftragsverarbeiter löschen?');
  await hand.press('Löschen');
  await hand.reads('Der Dienstleister ist gelöscht.');
});
