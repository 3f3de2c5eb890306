import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { trainerContractsContract, type TrainerContract } from '#shared/people/trainers/contracts.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ContractsPart } from './ContractsPart.tsx';

const contract: TrainerContract = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000009',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  kind: 'fee',
  validFrom: '2026-01-01',
  validTo: '',
  hasJointConsent: true,
  centsPerHour: 1500,
  version: 2,
};
const minijob: TrainerContract = { ...contract, id: '8d7a8a31-5b7c-4c57-8d0f-00000000000a', kind: 'minijob', hasJointConsent: false };
const consent = /^Beide Seiten stimmen zu/;

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('the pay is shown for current contracts only', async () => {
  const { hand } = open([contract, { ...minijob, validTo: '2026-11-21' }]);
  await hand.reads(/^ab 01\.01\.2026 · 15,00\s€ je Stunde · Zustimmung nach § 127 SGB IV bis 31\.12\.2026$/);
  await hand.reads('ab 01.01.2026 · bis 21.11.2026');
  expect(screen.getAllByText(/^Gilt/).map(({ textContent }) => textContent)).toEqual(['Gilt', 'Gilt heute nicht']);
});

test('the mutual consent is asked for with a fee only, and not sent with another kind', async () => {
  const { server, hand } = open([contract]);
  server.on(trainerContractsContract.update, { ok: true });
  await hand.press('Ändern: Honorar');
  expect(screen.getByText(consent)).toBeTruthy();
  await hand.choose('Art', 'Minijob');
  expect(screen.queryByText(consent)).toBeNull();
  await hand.press('Speichern');
  await hand.reads('Der Vertrag ist gespeichert.');
  expect(server.sent).toMatchObject([{ method: 'PUT', body: { kind: 'minijob', hasJointConsent: false, version: 2 } }]);
});

test('a new contract requires its first day, an end before it is refused at its field, and only one form is open at a time', async () => {
  const { server, hand } = open([contract]);
  server.on(trainerContractsContract.create, { ok: true });
  await hand.press('Ändern: Honorar');
  await hand.press('Vertrag eintragen');
  expect(hand.button('Ändern: Honorar')).toBeTruthy();
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Vom')).toBeTruthy());
  await hand.fill('Vom', '01.05.2026');
  await hand.fill('Bis', '30.04.2026');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Bis')).toBe('Das Ende liegt vor dem Beginn.'));
  expect(server.sent).toEqual([]);
  await hand.fill('Bis', '');
  await hand.press('Speichern');
  await hand.reads('Der Vertrag ist gespeichert.');
  expect(server.sent).toMatchObject([{ method: 'POST', body: { kind: 'trainer', validFrom: '2026-05-01', validTo: '' } }]);
});

test('a refusal keeps the form open; cancelling changes nothing', async () => {
  const { server, hand } = open([contract]);
  server.on(trainerContractsContract.update, () => refuse('invalid-input', { validTo: 'Zwei Verträge gelten zugleich.' }));
  await hand.press('Ändern: Honorar');
  await hand.fill('Bis', '31.12.2027');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Bis')).toBe('Zwei Verträge gelten zugleich.'));
  expect(hand.field('Bis').value).toBe('31.12.2027');
  await hand.press('Abbrechen');
  expect(hand.button('Vertrag eintragen')).toBeTruthy();
});

test('a contract is deleted only after a confirmation that mentions ending it instead', async () => {
  const { server, hand } = open([contract]);
  server.on(trainerContractsContract.delete, { ok: true });
  await hand.press('Löschen: Honorar');
  await hand.reads('Honorar ab 01.01.2026. Ist er nur zu Ende, tragen Sie „Bis“ ein.');
  expect(server.sent).toEqual([]);
  await hand.press('Löschen');
  await hand.reads('Der Vertrag ist gelöscht.');
  expect(server.sent).toMatchObject([{ method: 'DELETE', address: `/trainer-contracts/${contract.id}` }]);
});

function open(contracts: TrainerContract[]) {
  const server = signIn(userOf('admin'));
  return { server, hand: show(<ContractsPart personId={contract.personId} contracts={contracts} />) };
}
