import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { memberImportContract, type MemberImportView } from '#shared/people/memberImport.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ImportCheck } from './ImportCheck.tsx';

const file: MemberImportView = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  fileName: 'mitglieder.csv',
  format: 'CSV, UTF-8, Trennzeichen ;',
  headings: ['Nachname', 'Vorname', 'Abt.', 'Lieblingsfarbe'],
  samples: [['Igel', 'Ina', 'Turnen', 'blau']],
  mapping: ['lastname', 'firstname', 'departments', ''],
  departments: [],
  lastUsedOn: null,
  state: 'uploaded',
  total: 1,
  processed: 0,
  counts: null,
};
const unknown = [{ name: 'Turnen', rows: 1, proposal: null }];
const mandates = { count: 0, incomplete: 0, undated: 0 };

test('a department that is new to the club is taken for one to be made at once, and columns that are left out are named', async () => {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, []);
  const asked: unknown[] = [];
  server.on(memberImportContract.check, (input) => {
    asked.push(input.departments);
    const isTold = asked.length > 1;
    return {
      counts: { new: isTold ? 1 : 0, changed: 0, unchanged: 0, faulty: isTold ? 0 : 1 },
      rows: [{ line: 2, name: 'Igel, Ina', result: isTold ? ('new' as const) : ('faulty' as const), message: '' }],
      unknownDepartments: unknown,
      mandates,
    };
  });
  const onBegun = vi.fn();
  const hand = show(<ImportCheck file={file} onBegun={onBegun} onBack={vi.fn()} />);
  await hand.press('Prüfen');
  await screen.findByRole('button', { name: '1 Zeile übernehmen' });
  expect(asked).toEqual([[], [{ name: 'Turnen', action: 'create', departmentId: null }]]);
  await hand.reads('Nicht übernommen wird die Spalte „Lieblingsfarbe“.');
});
