import { expect, test, vi } from 'vitest';
import { deathsContract, type Death } from '#shared/office/deaths.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DeathPart } from './DeathPart.tsx';

const otto: Death = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  name: 'Otto Letzt',
  diedOn: null,
  ends: ['Mitgliedschaft 17 mit allen Abteilungen'],
  remains: ['Leitete „Gymnastik“: Bitte jemand anderen eintragen.'],
  version: 3,
};

function open(death: Death) {
  vi.setSystemTime('2026-11-22T09:00:00Z');
  const server = signIn(userOf('admin')).on(deathsContract.read, death);
  return { server, hand: show(<DeathPart personId={otto.id} diedOn={death.diedOn} />) };
}

test('the effects and remaining tasks are shown first, and the day is sent with the version that was read', async () => {
  const { server, hand } = open(otto);
  server.on(deathsContract.note, { ...otto, diedOn: '2026-11-20', version: 4 });
  await hand.press('Todesfall eintragen …');
  await hand.reads('Mitgliedschaft 17 mit allen Abteilungen');
  await hand.reads('Leitete „Gymnastik“: Bitte jemand anderen eintragen.');
  await hand.fill('Verstorben am', '20.11.2026');
  await hand.press('Todesfall eintragen');
  await hand.reads('Der Todesfall ist eingetragen.');
  expect(server.sent[0]).toMatchObject({ method: 'PUT', body: { diedOn: '2026-11-20', version: 3 } });
});

test('without a day nothing is sent; errors are shown at the field, and the day is kept', async () => {
  const { server, hand } = open(otto);
  server.on(deathsContract.note, () => refuse('invalid-input', { diedOn: 'Bitte kein Tag vor der Geburt.' }));
  await hand.press('Todesfall eintragen …');
  await hand.reads('Das endet damit');
  await hand.press('Todesfall eintragen');
  expect(hand.problem('Verstorben am')).toBeDefined();
  expect(server.sent).toEqual([]);
  await hand.fill('Verstorben am', '20.11.2026');
  await hand.press('Todesfall eintragen');
  await hand.reads('Bitte kein Tag vor der Geburt.');
  expect(hand.field('Verstorben am').value).toBe('20.11.2026');
});

test('a mistake is undone after a confirmation that names what is not restored', async () => {
  const { server, hand } = open({ ...otto, diedOn: '2026-11-20', ends: [] });
  server.on(deathsContract.takeBack, otto);
  await hand.reads('Verstorben am 20.11.2026.');
  await hand.press('Todesfall zurücknehmen …');
  await hand.reads('Todesfall zurücknehmen?');
  await hand.press('Todesfall zurücknehmen');
  await hand.reads('Der Todesfall ist zurückgenommen.');
  expect(server.sent[0]).toMatchObject({ method: 'POST', body: { version: 3 } });
});
