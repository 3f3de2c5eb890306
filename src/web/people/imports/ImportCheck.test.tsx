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
const unknown = [{ name: 'Turnen', rows: 1, proposal: null, alike: null }];
const mandates = { count: 0, incomplete: 0, undated: 0 };

test('an unknown department is created at once by default, and ignored columns are listed', async () => {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, []);
  const asked: unknown[] = [];
  server.on(memberImportContract.check, (input) => {
    asked.push(input.departments);
    const isTold = asked.length > 1;
    return {
      counts: { new: isTold ? 1 : 0, changed: 0, unchanged: 0, faulty: isTold ? 0 : 1 },
      rows: [{ line: 2, name: 'Igel, Ina', result: isTold ? ('new' as const) : ('faulty' as const), message: '', warning: '' }],
      warned: 0,
      unknownDepartments: unknown,
      mandates,
    };
  });
  const onBegun = vi.fn();
  const hand = show(<ImportCheck file={file} onBegun={onBegun} onBack={vi.fn()} />);
  await hand.press('Prüfen');
  await screen.findByRole('button', { name: '1 Zeile übernehmen' });
  expect(asked).toEqual([[], [{ name: 'Turnen', action: 'create', departmentId: null, sameAs: null }]]);
  await hand.reads('Nicht übernommen wird die Spalte „Lieblingsfarbe“.');
});

test('an unknown name can be mapped to another unknown one of the file, as proposed for similar names, and follows it', async () => {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, []);
  const asked: { name: string; action: string; sameAs?: string | null | undefined }[][] = [];
  server.on(memberImportContract.check, (input) => {
    asked.push(input.departments ?? []);
    return {
      counts: { new: 1, changed: 0, unchanged: 0, faulty: 0 },
      warned: 1,
      rows: [{ line: 2, name: 'Igel, Ina', result: 'new' as const, message: '', warning: 'Zahlungsart „bar“, aber ein Mandat.' }],
      unknownDepartments: [
        { name: 'Fussball', rows: 1, proposal: null, alike: 'Fußball' },
        { name: 'Fußball', rows: 9, proposal: null, alike: null },
        { name: 'Ballsport', rows: 1, proposal: null, alike: null },
      ],
      mandates,
    };
  });
  const hand = show(<ImportCheck file={file} onBegun={vi.fn()} onBack={vi.fn()} />);
  await hand.press('Prüfen');
  await screen.findByRole('button', { name: '1 Zeile übernehmen' });
  const meant = () => asked.at(-1)?.map(({ name, action, sameAs }) => [name, action, sameAs]);
  expect(meant()).toEqual([
    ['Fussball', 'same', 'Fußball'],
    ['Fußball', 'create', null],
    ['Ballsport', 'create', null],
  ]);
  await hand.reads('Zahlungsart „bar“, aber ein Mandat.');
  await hand.choose('Fußball (9 Zeilen)', 'Zusammen mit „Ballsport“');
  await hand.press('Zuordnung anwenden');
  await screen.findByRole('button', { name: '1 Zeile übernehmen' });
  expect(meant()).toEqual([
    ['Fussball', 'same', 'Ballsport'],
    ['Fußball', 'same', 'Ballsport'],
    ['Ballsport', 'create', null],
  ]);
});
