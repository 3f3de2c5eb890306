import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HonourRow } from '#shared/people/honours/contract.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Answer = { rows: HonourRow[]; total: number };

let count = 0;
/** Creates a member of the client's club, RWA or SCB. */
async function someMember(client: Client, lastname: string, values: object): Promise<MemberRecord> {
  const answer = await client.post<MemberRecord>('/api/members', {
    firstname: 'Gerd',
    lastname,
    gender: 'm',
    street: 'Am Sportplatz',
    houseNo: '3',
    postcode: '59999',
    city: 'Auenfeld',
    kind: 'active',
    memberNo: `E${++count}`,
    joinedOn: '2020-02-01',
    ...values,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

/** The members created by the test, without those of the demo data. */
const inWords = ({ rows }: Answer) =>
  rows.filter(({ memberNo }) => /^E\d+$/.test(memberNo)).map(({ lastname, day, kind, years }) => `${day} ${lastname} ${kind} ${years}`);

test('a club sees round birthdays and jubilees, by day, of its own members and only while they are members', async () => {
  const anton = await server.signedIn('admin');
  const alma = await server.signedIn('admin', 'SCB');
  await someMember(anton, 'Siebzig', { birthDate: '1961-03-09' });
  await someMember(anton, 'Krumm', { birthDate: '1960-03-08' });
  await someMember(anton, 'Treu', { birthDate: '1990-03-07', joinedOn: '2006-03-08' });
  const gone = await someMember(anton, 'Fort', { birthDate: '1961-03-10' });
  expect(
    (
      await anton.send('PUT', `/api/members/${gone.id}/leave`, {
        leftOn: '2031-03-09',
        noticeOn: '',
        leaveReason: '',
        version: gone.version,
      })
    ).status,
  ).toBe(200);
  await someMember(alma, 'Woanders', { birthDate: '1961-03-09' });

  const march = 'from=2031-03-01&to=2031-03-31';
  const read = async (query: string) => (await anton.get<Answer>(`/api/members/honours?${query}`)).body;
  expect(inWords(await read(march))).toEqual(['2031-03-08 Treu memberYears 25', '2031-03-09 Siebzig birthday 70']);
  expect(inWords(await read(`${march}&view=birthdays`))).toEqual(['2031-03-09 Siebzig birthday 70']);
  expect(inWords(await read(`${march}&view=memberYears`))).toEqual(['2031-03-08 Treu memberYears 25']);
  expect(inWords(await read(`${march}&view=everyBirthday`))).toEqual(
    expect.arrayContaining(['2031-03-08 Krumm birthday 71', '2031-03-09 Siebzig birthday 70']),
  );
  expect(inWords((await alma.get<Answer>(`/api/members/honours?${march}&view=birthdays`)).body)).toEqual([
    '2031-03-09 Woanders birthday 70',
  ]);
});

test('the round numbers are a setting of the club', async () => {
  const anton = await server.signedIn('admin');
  const set = await anton.send('PUT', '/api/config/honours.RWA.birthdays/club', { value: ['71'], version: 0 });
  expect([set.status, set.text]).toEqual([200, expect.any(String)]);
  const read = await anton.get<Answer>('/api/members/honours?from=2031-03-01&to=2031-03-31&view=birthdays');
  expect(inWords(read.body)).toEqual(['2031-03-08 Krumm birthday 71']);
  const wrong = await anton.send('PUT', '/api/config/honours.RWA.birthdays/club', { value: ['siebzig'], version: 1 });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Bitte ganze Zahlen')]);
  await anton.send('PUT', '/api/config/honours.RWA.birthdays/club', { value: ['70'], version: 1 });
});

test('a period longer than a year or reversed is refused at its end, and nobody below the board reads or exports', async () => {
  const anton = await server.signedIn('admin');
  for (const period of ['from=2031-01-01&to=2032-01-03', 'from=2031-02-01&to=2031-01-31']) {
    const answer = await anton.get(`/api/members/honours?${period}`);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('höchstens einem Jahr')]);
  }
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    for (const path of ['honours', 'honours/export']) {
      const answer = await client.get(`/api/members/${path}?from=2031-01-01&to=2031-12-31`);
      expect([role, path, answer.status]).toEqual([role, path, 403]);
    }
  }
  const other = await anton.get('/api/members/honours?club=SCB&from=2031-01-01&to=2031-12-31');
  expect(other.status).toBe(404);
});

test('the file contains the addresses for cards, and the log lists the persons', async () => {
  const anton = await server.signedIn('admin');
  const file = await anton.get('/api/members/honours/export?from=2031-03-01&to=2031-03-31&view=birthdays&format=csv');
  expect(file.status).toBe(200);
  expect(file.text).toContain('"09.03.2031";"70. Geburtstag";"Siebzig";"Gerd";"E1";"Am Sportplatz 3";"59999";"Auenfeld"');
  const [entry] = await server.sql<{ content: string; after: { listed: string[] } }>(
    `select content, after from audit where content like 'Runde Geburtstage exportiert%'`,
  );
  const named = file.text.trim().split('\r\n').length - 1;
  expect(entry?.content).toBe(`Runde Geburtstage exportiert (${named}, CSV)`);
  expect(entry?.after.listed).toHaveLength(named);
  const sheet = await anton.get('/api/members/honours/export?from=2031-03-01&to=2031-03-31&format=xlsx');
  expect(sheet.status).toBe(200);
});
