import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { membersContract, memberPerson, type MemberRecord } from '#shared/people/members.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DepartmentsForm } from './DepartmentsForm.tsx';

const [id, turnen, tanzen] = ['1', '2', '3'].map((end) => `8d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string, string];
const inTurnen = { departmentId: turnen, name: 'Turnen', validFrom: '2026-01-01', validTo: null };
const member: MemberRecord = {
  id,
  personId: id,
  club: 'RWA',
  ...memberPerson.parse({ firstname: 'Ina', lastname: 'Igel' }),
  memberNo: '7',
  kind: 'active',
  joinedOn: '2026-01-01',
  feeGroup: '',
  payerPersonId: null,
  payer: '',
  noticeOn: null,
  leftOn: null,
  leaveReason: '',
  diedOn: null,
  departments: [inTurnen],
  others: [],
  version: 4,
};

test('departments are sent with the effective day and the shown version', async () => {
  const { server, hand } = open();
  const inTanzen = { departmentId: tanzen, name: 'Tanzen', validFrom: '2026-12-01', validTo: null };
  server.on(membersContract.setDepartments, { ...member, departments: [inTurnen, inTanzen], version: 5 });
  await waitFor(() => expect(hand.button('Abteilungen speichern').disabled).toBe(true));
  await hand.choose('Abteilungen', 'Tanzen');
  await hand.fill('Gilt ab', '01.12.2026');
  await hand.press('Abteilungen speichern');
  await hand.reads('Die Abteilungen gelten ab dem 01.12.2026.');
  expect(server.sent.map(({ body }) => body)).toEqual([{ version: 4, departmentIds: [turnen, tanzen], from: '2026-12-01' }]);
  expect(hand.button('Abteilungen speichern').disabled).toBe(true);
});

test('a refused day is reported at its field, which gets the focus; the selection is kept', async () => {
  const { server, hand } = open();
  server.on(membersContract.setDepartments, () => refuse('invalid-input', { from: 'Zu diesem Tag geht es nicht.' }));
  await hand.choose('Abteilungen', 'Tanzen');
  await hand.press('Abteilungen speichern');
  await waitFor(() => expect(hand.problem('Gilt ab')).toBe('Zu diesem Tag geht es nicht.'));
  expect(document.activeElement).toBe(hand.field('Gilt ab'));
  expect(hand.button('Abteilungen speichern').disabled).toBe(false);
});

function open() {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, [
    { id: turnen, name: 'Turnen', managed: null },
    { id: tanzen, name: 'Tanzen', managed: null },
  ]);
  return { server, hand: show(<DepartmentsForm member={member} />) };
}
