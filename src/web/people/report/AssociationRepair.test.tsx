import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contract } from '#shared/api.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { AssociationRepair } from './AssociationRepair.tsx';

const id = '7c7a8a31-5b7c-4c57-8d0f-0123456789ac';
const turnerbund = { no: '0071', name: 'Turnerbund', sportNo: '01', validFrom: '2020-01-01', validTo: null };

test('a federation that is known already keeps what is known of it', async () => {
  const { server, hand } = open();
  server.on(departmentsContract.update, department(8));
  await hand.fill('Verbandsnummer von Turnen', '0071');
  await hand.press('Speichern');
  await hand.reads('Der Fachverband von „Turnen“ ist gespeichert.');
  expect(server.sent[0]?.body).toMatchObject({ version: 7, associations: [turnerbund] });
  expect(hand.field('Verbandsnummer von Turnen').value).toBe('');
});

test('what is typed stays when somebody else has saved the department, and after leaving', async () => {
  const { server, hand } = open();
  server.on(departmentsContract.update, () => refuse('conflict'));
  await hand.fill('Verbandsnummer von Turnen', '0099');
  await hand.fill('Verband', 'Skibund');
  server.on(contract.departments.list, [department(8)]);
  await hand.press('Speichern');
  await hand.reads(/Ihre Eingaben sind erhalten/);
  expect(hand.field('Verband').value).toBe('Skibund');
  cleanup();
  const again = open();
  await again.hand.press('Übernehmen');
  expect(again.hand.field('Verbandsnummer von Turnen').value).toBe('0099');
});

test('an empty number is named at its field', async () => {
  const { server, hand } = open();
  await hand.fill('Verband', 'Skibund');
  await hand.press('Speichern');
  expect(hand.problem('Verbandsnummer von Turnen')).toBeTruthy();
  expect(server.sent).toEqual([]);
});

function open() {
  const server = signIn(userOf('admin')).on(contract.departments.list, [department(7)]);
  const atFault = [{ id, name: 'Turnen', members: 3, associations: [] }];
  return { server, hand: show(<AssociationRepair departments={atFault} club="RWA" />) };
}

function department(version: number) {
  return {
    id,
    name: 'Turnen',
    managed: {
      shortName: 'TU',
      position: 1,
      sport: '',
      costCenter: '',
      head: null,
      deputy: null,
      associations: [turnerbund],
      endedOn: null,
      members: 3,
      offers: 0,
      fees: [],
      version,
    },
  };
}
