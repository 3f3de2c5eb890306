import { getColumnTable } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnExport } from '#shared/accounts/identity.ts';
import { wordOfKey } from '#shared/office/germanFile.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { personalData } from '#server/personalData.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { hidden } from './subject.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const withoutWord = (keys: readonly string[]) => [...new Set(keys)].filter((key) => !hidden.test(key) && wordOfKey(key) === undefined);
const keysIn = (parts: SubjectFile['parts']) => parts.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row)));

test('every column of every table in the export of a person has a German name', () => {
  const columns = personalData
    .flatMap(({ records = [] }) => records)
    .flatMap(({ by: [first] }) => getTableConfig(getColumnTable(first)).columns.map(({ name }) => name));
  const names = personalData.flatMap(({ names: named = [] }) => named).map(({ as }) => as);
  expect(columns.length).toBeGreaterThan(300);
  expect(withoutWord([...columns, ...names])).toEqual([]);
});

test('the export of the demo data, by its own people and by the board, has German names throughout', async () => {
  for (const role of ['reader', 'trainer', 'admin', 'super'] as const) {
    const { user, sessions, audit, people } = (await (await server.signedIn(role)).get<OwnExport>('/api/profile/export')).body;
    const own = [user, user.club, user.role, ...sessions, ...audit].flatMap((one) => Object.keys(one));
    expect(withoutWord([...own, ...people.flatMap(({ parts }) => keysIn(parts))])).toEqual([]);
  }
  const anton = await server.signedIn('admin');
  const busy = await server.sql<{ id: string }>(
    "select p.id from person p join enrolment e on e.person_id = p.id where p.club = 'RWA' and p.anonymised_at is null group by p.id order by count(*) desc, p.id limit 20",
  );
  for (const { id } of busy) {
    const { parts } = (await anton.get<SubjectFile>(`/api/privacy/people/${id}/export`)).body;
    expect(withoutWord(keysIn(parts))).toEqual([]);
  }
});
