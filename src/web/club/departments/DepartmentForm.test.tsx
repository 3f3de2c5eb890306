import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { departmentsContract, type Department, type ManagedDepartment } from '#shared/club/departments.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { departmentsQuery } from '../parts/departments.ts';
import { DepartmentForm } from './DepartmentForm.tsx';
import type { PersonField } from './departmentValues.ts';
import { EndPart } from './EndPart.tsx';

const id = '6a0d1f8e-3f0c-4d7d-9a01-0123456789ab';
const headId = '6a0d1f8e-3f0c-4d7d-9a01-000000000001';
const deputyId = '6a0d1f8e-3f0c-4d7d-9a01-000000000002';

test('a new department is sent as entered, for the shown club', async () => {
  const { server, hand, onDone } = open();
  server.on(departmentsContract.create, ({ club: _club, ...input }) => stored(input.name));
  await hand.fill('Name', '  Turnen ');
  await hand.fill('Kürzel', 'TUR');
  await hand.fill('Sportart', 'Gerätturnen');
  await hand.fill('Leitung', headId);
  await hand.fill('Stellvertretung', deputyId);
  await hand.press('Fachverband hinzufügen');
  await hand.fill('Verbandsnummer', '0071');
  await hand.fill('Verband', 'Turnerbund');
  await hand.fill('Sportartnummer', '01');
  await hand.fill('Kostenstelle', '4100');
  await hand.fill('Platz in der Reihenfolge', '30');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(id));
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/departments',
      body: {
        club: 'RWA',
        name: '  Turnen ',
        shortName: 'TUR',
        sport: 'Gerätturnen',
        costCenter: '4100',
        position: 30,
        headPersonId: headId,
        deputyPersonId: deputyId,
        associations: [{ no: '0071', name: 'Turnerbund', sportNo: '01', validFrom: null, validTo: null }],
      },
    },
  ]);
  await hand.reads('„Turnen“ ist gespeichert.');
});

test('each invalid field shows a German message, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.press('Fachverband hinzufügen');
  await hand.fill('Verbandsnummer', '7a');
  await hand.press('Speichern');
  expect(hand.problem('Name')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Verbandsnummer')).toBe('Bitte nur Ziffern.');
  expect(document.activeElement).toBe(hand.field('Name'));
  expect(server.sent).toEqual([]);
});

test('editing a department keeps unchanged fields, and a federation can be removed', async () => {
  const { server, hand, onDone } = open(stored('Turnen'));
  server.on(departmentsContract.update, stored('Turnen und Tanzen'));
  await hand.fill('Name', 'Turnen und Tanzen');
  await hand.press('Fachverband 1 entfernen');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({
    name: 'Turnen und Tanzen',
    shortName: 'TUR',
    headPersonId: headId,
    associations: [],
    version: 3,
  });
});

test('a name in use is reported at its field, and the input is kept', async () => {
  const { server, hand, onDone } = open();
  server.on(departmentsContract.create, () => refuse('invalid-input', { name: 'Eine Abteilung mit diesem Namen gibt es schon.' }));
  await hand.fill('Name', 'Turnen');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Name')).toBe('Eine Abteilung mit diesem Namen gibt es schon.'));
  expect(hand.field('Name').value).toBe('Turnen');
  expect(onDone).not.toHaveBeenCalled();
});

test('after a conflict the new state is loaded, and the input is kept', async () => {
  const server = signIn(userOf('admin')).on(departmentsContract.list, [stored('Turnen')]);
  const hand = show(<Stored />);
  await waitFor(() => hand.field('Kürzel'));
  server.on(departmentsContract.update, () => refuse('conflict'));
  server.on(departmentsContract.list, [stored('Turnen', { sport: 'Rhönrad', version: 4 })]);
  await hand.fill('Kürzel', 'TT');
  await hand.press('Speichern');
  await hand.reads(/Ihre Eingaben sind erhalten/);
  expect(hand.field('Sportart').value).toBe('Rhönrad');
  expect(hand.field('Kürzel').value).toBe('TT');
  server.on(departmentsContract.update, stored('Turnen'));
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent.at(-1)?.body).toMatchObject({ shortName: 'TT', sport: 'Rhönrad', version: 4 }));
});

test('ending a department first shows what it affects, and can be undone at once', async () => {
  const server = signIn(userOf('admin'));
  const hand = show(<EndPart department={stored('Turnen')} onGone={vi.fn()} />);
  server.on(departmentsContract.end, ({ on }) => stored('Turnen', { endedOn: on, version: 4 }));
  server.on(departmentsContract.reopen, stored('Turnen', { version: 5 }));
  await hand.fill('Letzter Tag', '31.12.2026');
  await hand.user.tab();
  await hand.press('Enden lassen');
  await hand.reads(/„Turnen“ endet am 31\.12\.2026\. Betroffen: 12 Mitglieder, 1 Angebot\./);
  expect(server.sent).toEqual([]);
  await hand.press('Enden lassen');
  await hand.press('Rückgängig');
  await hand.reads('„Turnen“ ist wieder offen.');
  expect(server.sent.map(({ address, body }) => [address, body])).toEqual([
    [`/departments/${id}/ending`, { on: '2026-12-31', version: 3 }],
    [`/departments/${id}/reopening`, { version: 4 }],
  ]);
});

test('deleting a department in use shows what uses it', async () => {
  const server = signIn(userOf('admin'));
  const onGone = vi.fn();
  const hand = show(<EndPart department={stored('Turnen')} onGone={onGone} />);
  server.on(departmentsContract.delete, () => refuse('department-in-use', { id: 'Wird noch benutzt: 12 Mitglieder, 3 Angebote.' }));
  await hand.press('Löschen');
  await hand.reads('„Turnen“ wird gelöscht. Das geht nur, solange nichts sie nennt.');
  await hand.press('Löschen');
  await hand.reads('Wird noch benutzt: 12 Mitglieder, 3 Angebote.');
  expect(onGone).not.toHaveBeenCalled();
});

/** A placeholder for the person search, which belongs to a higher wing: typing an id selects its person. */
const PlainPersonField: PersonField = ({ label, onChoose }) => (
  <TextInput label={label} onChange={(event) => onChoose(event.currentTarget.value || null)} />
);

/** The form as its page shows it: on the row that was last read. */
function Stored() {
  const [department] = useQuery(departmentsQuery('RWA')).data ?? [];
  return (
    department?.managed && (
      <DepartmentForm department={department as ManagedDepartment} club="RWA" PersonField={PlainPersonField} onDone={vi.fn()} />
    )
  );
}

function open(department?: ManagedDepartment) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn();
  const hand = show(<DepartmentForm department={department} club="RWA" PersonField={PlainPersonField} onDone={onDone} />);
  return { server, hand, onDone };
}

function stored(name: string, managed: Partial<NonNullable<Department['managed']>> = {}): ManagedDepartment {
  return {
    id,
    name: name.trim(),
    managed: {
      shortName: 'TUR',
      position: 10,
      sport: '',
      costCenter: '',
      head: { id: headId, name: 'Hanna Halle' },
      deputy: null,
      associations: [{ no: '0071', name: 'Turnerbund', sportNo: '', validFrom: null, validTo: null }],
      endedOn: null,
      members: 12,
      offers: 1,
      fees: [],
      version: 3,
      ...managed,
    },
  };
}
