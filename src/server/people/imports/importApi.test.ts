import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { BegunImport, CheckedRow, ImportCounts, MemberImportView, UnknownDepartment } from '#shared/people/memberImport.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { readZip } from '#server/platform/formats/readZip.ts';
import { zipFile } from '#server/platform/formats/zip.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { mandates } from '#server/money/mandates/service.ts';
import { feeTermsOfLists, payingTogether } from '#server/money/fees/service.ts';
import { resumeImports, runImport } from './importRun.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Checked = {
  counts: ImportCounts;
  rows: CheckedRow[];
  unknownDepartments: UnknownDepartment[];
  warned: number;
  mandates: { count: number; incomplete: number; undated: number };
};

const upload = <T = MemberImportView>(client: Client, content: Buffer | string, fileName = 'mitglieder.csv') =>
  client.post<T>('/api/members/imports', { fileName, content: Buffer.from(content).toString('base64') });
const check = (client: Client, { id, mapping }: Pick<MemberImportView, 'id' | 'mapping'>) =>
  client.send<Checked>('PUT', `/api/members/imports/${id}/mapping`, { mapping });

/** Uploads, checks and starts an import; returns it once it has finished. */
async function taken(client: Client, content: Buffer | string): Promise<MemberImportView> {
  const { body } = await upload(client, content);
  expect((await check(client, body)).status).toBe(200);
  expect((await client.post(`/api/members/imports/${body.id}/apply`, {})).status).toBe(200);
  return finished(client, body.id);
}

const finished = (client: Client, id: string) =>
  vi.waitFor(async () => {
    const { body } = await client.get<MemberImportView>(`/api/members/imports/${id}`);
    expect(['done', 'failed']).toContain(body.state);
    return body;
  }, 60_000);

const people = (lastname: string) =>
  server.sql<{ firstname: string; city: string; birth: string; no: string; joined: string }>(
    `select p.firstname, p.city, p.birth_date::text as birth, m.member_no as no, m.joined_on::text as joined
     from person p join member m on m.person_id = p.id where p.lastname = $1 order by p.firstname`,
    [lastname],
  );
const countOf = async () => (await server.sql<{ count: number }>('select count(*)::int as count from member'))[0]?.count;

const heading = 'Mitglieds-Nr.;Nachname;Vorname;Geb.-Datum;Geschlecht;Straße;PLZ;Ort;E-Mail;Eintrittsdatum;Beitragsart;Notizen';

test('a birth date that is still to come is refused with that reason, also as the number of a spreadsheet', async () => {
  const anton = await server.signedIn('admin');
  const rows = ['01.01.2098', '2098-01-01', '72320', '32.01.2012'].map((born, at) => `Z-${at};Zukunft;Zoe;${born};w;;;;;01.01.2020;;`);
  const { body } = await check(anton, (await upload(anton, [heading, ...rows].join('\n'))).body);
  expect(body.rows.map(({ message }) => message)).toEqual([
    'Geburtsdatum: „01.01.2098“ liegt in der Zukunft.',
    'Geburtsdatum: „2098-01-01“ liegt in der Zukunft.',
    'Geburtsdatum: „72320“ liegt in der Zukunft.',
    'Geburtsdatum: „32.01.2012“ ist nicht zu verstehen.',
  ]);
});

test('only the board imports, into its own club; nothing is written when refused', async () => {
  const body = { fileName: 'a.csv', content: Buffer.from('Name;Vorname\nA;B').toString('base64') };
  const before = await countOf();
  expect((await server.visitor().post('/api/members/imports', body)).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([role, (await client.post('/api/members/imports', body)).status]).toEqual([role, 403]);
    expect([role, (await client.get('/api/members/imports')).status]).toEqual([role, 403]);
  }
  const anton = await server.signedIn('admin');
  const { body: mine } = await upload(anton, 'Nachname;Vorname;Geburtsdatum;Eintritt\nEigen;Eva;01.02.2003;01.01.2020');
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get(`/api/members/imports/${mine.id}`)).status).toBe(404);
  expect((await check(alma, mine)).status).toBe(404);
  expect((await alma.post(`/api/members/imports/${mine.id}/apply`, {})).status).toBe(404);
  expect((await (await server.signedIn('editor')).post(`/api/members/imports/${mine.id}/apply`, {})).status).toBe(403);
  expect(await countOf()).toBe(before);
});

const line = 'Müßig;Jürgen;4.5.62;m;Größe 1;01067;Übersee;juergen@example.org;01.04.1999;Voll – 5 €';
for (const [encoding, bytes] of [
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1252', (text: string) => Buffer.from(text.replace('–', '\x96').replace('€', '\x80'), 'latin1')],
] as const) {
  for (const [name, delimiter] of [
    ['semicolons', ';'],
    ['commas', ','],
    ['tabs', '\t'],
  ] as const) {
    test(`parses ${encoding} with ${name}: ${String(bytes).slice(16, 60)}`, async () => {
      const text = ['Nachname;Vorname;Geburtsdatum;Geschlecht;Straße;PLZ;Ort;E-Mail;Eintritt;Beitragsgruppe', line, line]
        .join('\r\n')
        .replaceAll(';', delimiter);
      const { body } = await upload(await server.signedIn('admin'), bytes(text));
      expect(body.format).toContain(encoding);
      expect(body.samples[0]).toEqual(line.split(';'));
      expect(body.mapping).toEqual('lastname,firstname,birthDate,gender,street,postcode,city,email,joinedOn,feeGroup'.split(','));
    });
  }
}

test('a dry run writes nothing; then the valid rows are imported, and the others can be downloaded', async () => {
  const anton = await server.signedIn('admin');
  const file = [
    heading,
    'I-1;Import;Anna;04.05.12;w;Weg 1;1067;Auenfeld;anna@example.org;01.01.2020;Kind;',
    ';Import;Bernd;1962-05-04;m;Weg 2;59999;Auenfeld;;1.4.1999;Voll;',
    'I-3;=1+1;Carla;04.05.1990;w;;;;;01.01.2020;;',
    'I-4;Import;Dirk;31.02.1990;m;;;;;01.01.2020;;',
    'I-5;Import;Emil;04.05.1990;m;;;;keine-adresse;01.01.2020;;',
    'I-1;Import;Franz;04.05.1991;m;;;;;01.01.2020;;',
    'I-7;Import;Gerd;04.05.1991;m;;;;;;;=HYPERLINK("böse")',
    ';Import;Hans;;m;;;;;01.01.2020;;',
  ].join('\n');
  const before = await countOf();
  const { body } = await upload(anton, file);
  expect(body).toMatchObject({ state: 'uploaded', total: 8 });
  expect(body.mapping.at(-1)).toBe('');
  const { body: checked } = await check(anton, body);
  expect(checked.counts).toEqual({ new: 2, changed: 0, unchanged: 0, faulty: 6 });
  expect(checked.rows.filter(({ result }) => result === 'faulty').map(({ line: at, message }) => `${at} ${message}`)).toEqual([
    '4 Nachname: „=1+1“ sieht wie eine Formel aus.',
    '5 Geburtsdatum: „31.02.1990“ ist nicht zu verstehen.',
    '6 E-Mail: Das ist keine gültige E-Mail-Adresse.',
    '7 Die Mitgliedsnummer „I-1“ steht schon in Zeile 2.',
    '8 Eintritt: fehlt.',
    '9 Ohne Mitgliedsnummer braucht es Name und Geburtsdatum.',
  ]);
  expect(await countOf()).toBe(before);
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  expect(await finished(anton, body.id)).toMatchObject({ state: 'done', processed: 8, counts: checked.counts });
  expect(await people('Import')).toMatchObject([
    { firstname: 'Anna', birth: '2012-05-04', no: 'I-1', joined: '2020-01-01' },
    { firstname: 'Bernd', birth: '1962-05-04', joined: '1999-04-01' },
  ]);
  const [postcode] = await server.sql<{ postcode: string }>(`select postcode from person where email = 'anna@example.org'`);
  expect(postcode?.postcode).toBe('01067');
  const rest = await anton.get(`/api/members/imports/${body.id}/rest`);
  expect(rest.text.split('\r\n')).toHaveLength(8);
  expect(rest.text).toContain(`"'=1+1"`);
  expect(rest.text).toContain(`"'=HYPERLINK(""böse"")"`);
  expect((await anton.post(`/api/members/imports/${body.id}/apply`, {})).status).toBe(409);
  // It can be resumed after closing the window; other clubs cannot see it.
  const [listed] = (await anton.get<BegunImport[]>('/api/members/imports')).body;
  expect(listed).toMatchObject({
    id: body.id,
    fileName: 'mitglieder.csv',
    state: 'done',
    counts: checked.counts,
    createdBy: 'Anton Rotmuster',
  });
  expect((await (await server.signedIn('admin', 'SCB')).get('/api/members/imports')).body).toEqual([]);
  const entries = await server.sql<{ content: string }>(`select content from audit where action = 'members.import' order by id`);
  expect(entries.map(({ content }) => content)).toEqual([
    'Mitglied importiert: Import, Anna',
    'Mitglied importiert: Import, Bernd',
    'Mitglieder importiert aus mitglieder.csv: 2 neu, 0 geändert, 6 fehlerhaft',
    'Nicht importierte Zeilen als Datei abgerufen',
  ]);
});

test('the same file again changes nothing; a changed cell changes that field only, an empty one nothing', async () => {
  const anton = await server.signedIn('admin');
  const file = (city: string, mail = 'nina@example.org') =>
    `${heading}\nN-1;Nochmal;Nina;01.02.2003;w;Weg 1;59999;${city};${mail};01.01.2020;Kind;\n;Nochmal;Olaf;01.02.2001;m;;;${city};;01.01.2020;;`;
  expect((await taken(anton, file('Auenfeld'))).counts).toMatchObject({ new: 2 });
  expect((await taken(anton, file('Auenfeld'))).counts).toEqual({ new: 0, changed: 0, unchanged: 2, faulty: 0 });
  const { body } = await upload(anton, file('Blautal', ''));
  expect((await check(anton, body)).body.rows.map(({ result, message }) => [result, message])).toEqual([
    ['changed', 'Ort'],
    ['changed', 'Ort'],
  ]);
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  await finished(anton, body.id);
  expect(await people('Nochmal')).toMatchObject([
    { firstname: 'Nina', city: 'Blautal', no: 'N-1' },
    { firstname: 'Olaf', city: 'Blautal' },
  ]);
  const [nina] = await server.sql<{ email: string }>(`select email from person where firstname = 'Nina' and lastname = 'Nochmal'`);
  expect(nina?.email).toBe('nina@example.org');
  const other = `${heading}\nN-1;Fremd;Frieda;09.09.1999;w;;;;;01.01.2020;;`;
  const { body: foreign } = await upload(anton, other);
  expect((await check(anton, foreign)).body.rows[0]?.message).toBe('Nummer N-1 gehört schon Nina Nochmal.');
});

test('departments are found by name, ended with the membership, and unknown ones are reported', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(
    `insert into department (id, club, name) values (gen_random_uuid(), 'RWA', 'Ringen'), (gen_random_uuid(), 'RWA', 'Rudern')`,
  );
  const file = (sports: string, left = '') =>
    `Nr;Nachname;Vorname;Geburtsdatum;Eintritt;Austritt;Sparten\nD-1;Abteil;Dora;01.02.2003;01.01.2020;${left};"${sports}"`;
  await taken(anton, file('ringen, Rudern'));
  const slices = () =>
    server.sql(`select d.name, s.valid_to::text as until from member_department s join department d on d.id = s.department_id
      join member m on m.id = s.member_id where m.member_no = 'D-1' order by d.name`);
  expect(await slices()).toEqual([
    { name: 'Ringen', until: null },
    { name: 'Rudern', until: null },
  ]);
  expect((await taken(anton, file('Rudern, Ringen'))).counts).toMatchObject({ unchanged: 1 });
  await taken(anton, file('Ringen; Rudern', '31.12.2025'));
  expect(await slices()).toEqual([
    { name: 'Ringen', until: '2025-12-31' },
    { name: 'Rudern', until: '2025-12-31' },
  ]);
  const { body } = await upload(anton, file('Quidditch'));
  expect((await check(anton, body)).body.rows[0]?.message).toBe('Abteilung „Quidditch“ gibt es im Verein nicht.');
});

test('a new member is in each department from and until the days of the row, one for all or one for each', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(
    `insert into department (id, club, name) values (gen_random_uuid(), 'RWA', 'Segeln'), (gen_random_uuid(), 'RWA', 'Surfen')`,
  );
  const head = 'Nr;Nachname;Vorname;Geburtsdatum;Eintritt;Austritt;Abteilungen;Abt.-Eintritt;Abt.-Austritt';
  const row = (no: number, days: string, left = '') => `T-${no};Tage;Tim${no};01.02.2003;01.01.2020;${left};Segeln, Surfen;${days}`;
  const rows = [
    row(1, '01.03.2021;'),
    row(2, '"01.03.2021, 01.04.2022";"31.12.2023, 30.06.2024"'),
    row(3, ';31.12.2023', '30.06.2023'),
    row(4, ';'),
  ];
  expect((await taken(anton, [head, ...rows].join('\n'))).counts).toMatchObject({ new: 4, faulty: 0 });
  const slices = await server.sql<{ slice: string }>(
    `select concat_ws(' ', m.member_no, d.name, s.valid_from, coalesce(s.valid_to::text, '-')) as slice from member_department s
      join department d on d.id = s.department_id join member m on m.id = s.member_id where m.member_no like 'T-%' order by 1`,
  );
  expect(slices.map(({ slice }) => slice)).toEqual([
    'T-1 Segeln 2021-03-01 -',
    'T-1 Surfen 2021-03-01 -',
    'T-2 Segeln 2021-03-01 2023-12-31',
    'T-2 Surfen 2022-04-01 2024-06-30',
    'T-3 Segeln 2020-01-01 2023-06-30',
    'T-3 Surfen 2020-01-01 2023-06-30',
    'T-4 Segeln 2020-01-01 -',
    'T-4 Surfen 2020-01-01 -',
  ]);
  const wrong = ['01.03.2019;', '"01.03.2021, 01.04.2021, 01.05.2021";', 'bald;', '01.03.2021;01.03.2020'].map((days, at) =>
    row(5 + at, days),
  );
  const { body } = await upload(anton, [head, ...wrong].join('\n'));
  expect((await check(anton, body)).body.rows.map(({ message }) => message)).toEqual([
    'In der Abteilung seit: liegt vor dem Eintritt.',
    'In der Abteilung seit: 3 Tage für 2 Abteilungen.',
    'In der Abteilung seit: „bald“ ist nicht zu verstehen.',
    'In der Abteilung bis: liegt vor dem Anfang.',
  ]);
});

test('a spreadsheet is parsed with its dates, and the column mapping is remembered for the next file', async () => {
  const anton = await server.signedIn('admin');
  const row = { Familie: 'Tabelle', Rufname: 'Tina', Tag: new Date('2003-02-01T00:00:00Z'), Seit: new Date('2020-01-01T00:00:00Z') };
  const file = await xlsxFile('m.xlsx', 'Liste', Object.keys(row), [row]);
  const bytes = Buffer.from(await file.arrayBuffer());
  const { body } = await upload(anton, bytes, 'm.xlsx');
  expect(body.samples[0]).toEqual(['Tabelle', 'Tina', '2003-02-01', '2020-01-01']);
  expect(body.mapping).toEqual(['', 'firstname', '', '']);
  const mapping = ['lastname', 'firstname', 'birthDate', 'joinedOn'] as MemberImportView['mapping'];
  expect((await check(anton, body)).status).toBe(422);
  expect((await check(anton, { id: body.id, mapping })).body.counts.new).toBe(1);
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  await finished(anton, body.id);
  expect((await upload(anton, bytes, 'm.xlsx')).body.mapping).toEqual(mapping);
});

test('an invalid table is refused at its field, and a body beyond the limit is not read', async () => {
  const anton = await server.signedIn('admin');
  for (const content of ['', 'nur eine Zeile', 'a;b\n', Buffer.from([0x50, 0x4b, 3, 4, 9, 9]), Buffer.from([0, 1, 2, 0, 255, 0, 0, 7])]) {
    const { status, body } = await upload(anton, content);
    expect([status, (body as { fields?: { path: string }[] }).fields?.[0]?.path]).toEqual([422, 'content']);
  }
  const large = await anton.post('/api/members/imports', { fileName: 'x.csv', content: 'A'.repeat(12 * 1024 * 1024) });
  expect(large.status).toBe(413);
  expect((await anton.post('/api/members', { firstname: 'A'.repeat(1024 * 1024 + 10) })).status).toBe(413);
});

test('an import whose process died is resumed, and done once', async () => {
  const anton = await server.signedIn('admin');
  const { body } = await upload(anton, 'Nr;Nachname;Vorname;Geburtsdatum;Eintritt\nW-1;Wieder;Wim;01.02.2003;01.01.2020');
  await server.sql(`update member_import set state = 'running', worked_at = now() - interval '2 minutes' where id = $1`, [body.id]);
  const money = { mandates, terms: feeTermsOfLists, together: payingTogether };
  await Promise.all([resumeImports(server, money), runImport(server, money, { id: body.id, club: 'RWA' })]);
  expect(await people('Wieder')).toHaveLength(1);
  expect((await anton.get<MemberImportView>(`/api/members/imports/${body.id}`)).body.state).toBe('done');
});

test('unknown departments are created, mapped to existing ones, or left out with the members that name them', async () => {
  const anton = await server.signedIn('admin');
  await server.sql("insert into department (id, club, name) values (gen_random_uuid(), 'RWA', 'Wasserball')");
  const head = 'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Eintritt;Abteilung';
  const row = (no: number, departments: string) => `${no};Neuling;N${no};04.05.2001;01.01.2026;${departments}`;
  const file = [
    head,
    row(71001, 'Quidditch'),
    row(71002, 'Wasserbal / Quidditch'),
    row(71003, 'Strafkasse'),
    row(71004, 'Abt. Wasserball'),
  ];
  const { body } = await upload(anton, file.join('\n'));
  const first = await check(anton, body);
  expect(first.body.counts).toMatchObject({ new: 0, faulty: 4 });
  const names = first.body.unknownDepartments.map(({ name, rows, proposal }) => [name, rows, proposal !== null]);
  expect(names).toEqual([
    ['Quidditch', 2, false],
    ['Wasserbal', 1, true],
    ['Strafkasse', 1, false],
    ['Abt. Wasserball', 1, true],
  ]);

  const [quidditch, waterpolo, fines, alsoWaterpolo] = first.body.unknownDepartments;
  const departments = [
    { name: quidditch?.name, action: 'create' },
    { name: waterpolo?.name, action: 'use', departmentId: waterpolo?.proposal },
    { name: fines?.name, action: 'skip' },
    { name: alsoWaterpolo?.name, action: 'use', departmentId: alsoWaterpolo?.proposal },
  ];
  const second = await anton.send<Checked>('PUT', `/api/members/imports/${body.id}/mapping`, { mapping: body.mapping, departments });
  expect(second.body.counts).toMatchObject({ new: 4, faulty: 0 });
  expect(await server.sql("select id from department where name = 'Quidditch'")).toEqual([]);
  expect((await anton.post(`/api/members/imports/${body.id}/apply`, {})).status).toBe(200);
  expect((await finished(anton, body.id)).state).toBe('done');
  const standing = await server.sql(
    `select p.firstname as who, array(select d.name from member_department md join department d on d.id = md.department_id
       where md.member_id = m.id order by d.name) as departments
     from person p join member m on m.person_id = p.id where p.lastname = 'Neuling' order by 1`,
  );
  expect(standing).toEqual([
    { who: 'N71001', departments: ['Quidditch'] },
    { who: 'N71002', departments: ['Quidditch', 'Wasserball'] },
    { who: 'N71003', departments: [] },
    { who: 'N71004', departments: ['Wasserball'] },
  ]);

  // The next file of the club reuses the mapping, and the same rows change nothing.
  const { body: again } = await upload(anton, file.join('\n'));
  expect(again.departments).toHaveLength(4);
  const third = await anton.send<Checked>('PUT', `/api/members/imports/${again.id}/mapping`, again);
  expect(third.status).toBe(422);
  const fourth = await anton.send<Checked>('PUT', `/api/members/imports/${again.id}/mapping`, {
    mapping: again.mapping,
    departments: again.departments,
  });
  expect(fourth.body.counts).toMatchObject({ new: 0, changed: 0, unchanged: 4, faulty: 0 });
});

test('a name cannot be mapped to a department of another club', async () => {
  const anton = await server.signedIn('admin');
  const [other] = await server.sql<{ id: string }>("select id from department where club = 'SCB' limit 1");
  const { body } = await upload(anton, 'Nachname;Vorname;Geburtsdatum;Eintritt;Abteilung\nFremd;Fritz;01.02.2003;01.01.2020;Irgendwas');
  const send = (departments: unknown) =>
    anton.send<Checked>('PUT', `/api/members/imports/${body.id}/mapping`, { mapping: body.mapping, departments });
  const foreign = await send([{ name: 'Irgendwas', action: 'use', departmentId: other?.id }]);
  expect(foreign.body.counts).toMatchObject({ new: 0, faulty: 1 });
  expect((await send([{ name: 'Irgendwas', action: 'use' }])).status).toBe(422);
});

test('a workbook that unpacks beyond 20 MB is refused before it is unpacked, and so is a broken one', async () => {
  const board = await server.signedIn('admin', 'SCB');
  const blanks = await workbook([`${' '.repeat(21 * 1024 * 1024)}x`]);
  expect(blanks.length).toBeLessThan(200_000);
  const refused = await upload<ProblemBody>(board, blanks, 'm.xlsx');
  expect([refused.status, refused.body.fields]).toEqual([422, [{ path: 'content', message: 'Diese Excel-Datei ist entpackt zu groß.' }]]);
  const broken = await upload<ProblemBody>(board, Buffer.from('PK\x03\x04 und sonst nichts', 'latin1'), 'm.xlsx');
  expect([broken.status, broken.body.fields]).toEqual([
    422,
    [{ path: 'content', message: 'Diese Excel-Datei lässt sich nicht lesen. Bitte in Excel neu speichern, oder als CSV.' }],
  ]);
});

test('two concurrent workbooks that declare less than they unpack to are refused, without exhausting memory', async () => {
  const boards = await Promise.all((['RWA', 'SCB'] as const).map((club) => server.signedIn('super', club)));
  const trap = await lyingWorkbook(400);
  expect(trap.length).toBeLessThan(1024 * 1024);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  const refused = await Promise.all(boards.map((board) => upload<ProblemBody>(board, trap, 'm.xlsx')));
  clearInterval(watch);
  const message = 'Diese Excel-Datei lässt sich nicht lesen. Bitte in Excel neu speichern, oder als CSV.';
  expect(refused.map(({ status, body }) => [status, body.fields])).toEqual(boards.map(() => [422, [{ path: 'content', message }]]));
  expect((peak - before) / 1024 ** 2).toBeLessThan(200);
  // The next valid workbook can be read.
  expect((await upload(boards[0] as Client, await workbook(['x']), 'm.xlsx')).status).toBe(200);
}, 60_000);

test('after ten workbooks in an hour an account is rate-limited; a CSV file is still accepted', async () => {
  const board = await server.signedIn('super', 'GSV');
  const small = await workbook(['x']);
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++) statuses.push((await upload(board, small, 'm.xlsx')).status);
  expect([statuses.slice(0, 10).includes(429), statuses[10]]).toEqual([false, 429]);
  expect((await upload(board, Buffer.from('Nachname;Vorname\nMuster;Jo\n'), 'm.csv')).status).not.toBe(429);
});

/** A workbook with a heading of two columns and one row per text. */
async function workbook(texts: readonly string[]): Promise<Buffer> {
  const file = await xlsxFile(
    'm.xlsx',
    'Liste',
    ['Nachname', 'Vorname'],
    texts.map((Nachname) => ({ Nachname, Vorname: 'Jo' })),
  );
  return Buffer.from(await file.arrayBuffer());
}

/** A workbook whose sheet unpacks to that many megabytes while its central directory declares a size of 0. */
async function lyingWorkbook(megabytes: number): Promise<Buffer> {
  const honest = readZip(await workbook(['x']), { files: 50, bytes: 1024 ** 2 }) ?? [];
  const file = zipFile('m.xlsx', honest);
  const bytes = Buffer.from(await file.arrayBuffer());
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const [header, entry] = [bytes.indexOf(name) - 30, bytes.lastIndexOf(name) - 46];
  const packed = await blanks(megabytes);
  const old = bytes.readUInt32LE(header + 18);
  const from = header + 30 + name.length;
  bytes.writeUInt32LE(packed.length, header + 18);
  bytes.writeUInt32LE(packed.length, entry + 20);
  for (const at of [header + 14, header + 22, entry + 16, entry + 24]) bytes.writeUInt32LE(0, at);
  const grown = packed.length - old;
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
    if (bytes.readUInt32LE(at + 42) > header) bytes.writeUInt32LE(bytes.readUInt32LE(at + 42) + grown, at + 42);
  const end = bytes.lastIndexOf('PK\x05\x06');
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 16) + grown, end + 16);
  return Buffer.concat([bytes.subarray(0, from), packed, bytes.subarray(from + old)]);
}

async function blanks(megabytes: number): Promise<Buffer> {
  const one = Buffer.alloc(1024 ** 2, 32);
  const packing = Readable.from(Array.from({ length: megabytes }, () => one)).pipe(createDeflateRaw());
  return Buffer.concat(await packing.toArray());
}

const iban = ['DE02500105170137075030', 'AT026000000001349870', 'DE02100500000054540402'] as const;
const paperHeading = 'Nachname;Vorname;Geb.-Datum;Eintrittsdatum;Mitgl.-Nr.;IBAN;Kto-Inhaber;Mandatsref.;SEPA-Mandat vom;Zahler';
const papers = (name: string) =>
  server.sql<{ payer: string; whom: string | null; reference: string | null; signed: string | null; used: string | null; state: string }>(
    `select p.firstname || ' ' || p.lastname as payer, (select firstname from person where id = s.for_person_id) as whom, reference,
       signed_on::text as signed, last_used_on::text as used, state from sepa_mandate s join person p on p.id = s.payer_person_id
     where s.origin = 'import' and p.lastname = $1 order by reference nulls last, payer`,
    [name],
  );
const payersOf = (name: string) =>
  server.sql<{ name: string; payer: string | null }>(
    `select p.firstname as name, q.firstname || ' ' || q.lastname as payer from member m join person p on p.id = m.person_id
     left join person q on q.id = m.payer_person_id where p.lastname = $1 order by p.firstname`,
    [name],
  );

test('mandates are imported with the members: their papers, one payer for several, and incomplete ones are never collected', async () => {
  const anton = await server.signedIn('admin');
  const lines = [
    // One bank account of a family: the father pays for all three.
    `Mandat;Ole;04.05.1980;01.01.2015;971001;${iban[0]};Ole Mandat;M-1;01.03.2026;`,
    `Mandat;Ina;04.05.1982;01.01.2015;971002;${iban[0]};Mandat, Ole;M-1;01.03.2026;`,
    `Mandat;Mia;04.05.2015;01.01.2020;971003;DE02 5001 0517 0137 0750 30;OLE MANDAT;;;`,
    // The payer is a grandmother who is not a member and has no known signature.
    `Mandat;Pia;04.05.2016;01.01.2020;971004;${iban[1]};Oma Mandat;;;`,
    // Another program assigns a reference to each member; the payer is given by member number.
    `Papier;Kai;04.05.1979;01.01.2015;971005;${iban[2]};;K-1;02.02.2026;`,
    `Papier;Leo;04.05.2012;01.01.2020;971006;${iban[2]};;K-2;02.02.2026;971005`,
    `Papier;Tom;04.05.1979;01.01.2015;971007;DE03500105170137075030;;;;`,
    `Papier;Udo;04.05.1979;01.01.2015;971008;${iban[0]};;K-1;02.02.2026;`,
    `Papier;Eva;04.05.1979;01.01.2015;971009;;;;;99999`,
    // The payer's own row is faulty.
    `Papier;Ida;04.05.2014;01.01.2020;971010;;;;;971007`,
    `Papier;Isa;04.05.2014;01.01.2020;971011;;;;;971008`,
  ];
  const { body } = await upload(anton, [paperHeading, ...lines].join('\n'));
  expect(body.mapping.slice(4)).toEqual(['memberNo', 'iban', 'accountHolder', 'mandateReference', 'mandateSignedOn', 'payer']);
  const checked = (await check(anton, body)).body;
  expect(checked.counts).toEqual({ new: 6, changed: 0, unchanged: 0, faulty: 5 });
  expect(checked.mandates).toEqual({ count: 4, incomplete: 1, undated: 0 });
  expect(checked.rows.map(({ line, message }) => [line, message]).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [2, 'zahlt auch für Ina Mandat und Mia Mandat'],
    [3, 'Ole Mandat zahlt'],
    [4, 'Ole Mandat zahlt'],
    [5, 'Oma Mandat zahlt (Anschrift fehlt); Mandat unvollständig, wird nicht eingezogen'],
    [6, 'zahlt auch für Leo Papier'],
    [7, 'Kai Papier zahlt'],
    [8, 'IBAN: Die Prüfziffer stimmt nicht.'],
    [9, 'Mandatsreferenz: „K-1“ gehört schon zu einem anderen Konto.'],
    [10, 'Zahler: Die Mitgliedsnummer „99999“ gibt es nicht.'],
    [11, 'Zahler: „971007“ steht in Zeile 8, die selbst fehlerhaft ist. Bitte zuerst jene berichtigen.'],
    [12, 'Zahler: Zeile 9 ist selbst fehlerhaft. Bitte zuerst jene berichtigen.'],
  ]);
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  expect((await finished(anton, body.id)).state).toBe('done');
  expect(await papers('Mandat')).toEqual([
    { payer: 'Ole Mandat', whom: null, reference: 'M-1', signed: '2026-03-01', used: null, state: 'active' },
    { payer: 'Oma Mandat', whom: null, reference: null, signed: null, used: null, state: 'incomplete' },
  ]);
  expect(await papers('Papier')).toEqual([
    { payer: 'Kai Papier', whom: 'Kai', reference: 'K-1', signed: '2026-02-02', used: null, state: 'active' },
    { payer: 'Kai Papier', whom: 'Leo', reference: 'K-2', signed: '2026-02-02', used: null, state: 'active' },
  ]);
  expect(await payersOf('Mandat')).toEqual([
    { name: 'Ina', payer: 'Ole Mandat' },
    { name: 'Mia', payer: 'Ole Mandat' },
    { name: 'Ole', payer: null },
    { name: 'Pia', payer: 'Oma Mandat' },
  ]);
  // Importing the same file again matches all of it.
  const again = (await check(anton, (await upload(anton, [paperHeading, ...lines].join('\n'))).body)).body;
  expect([again.counts, again.mandates.count]).toEqual([{ new: 0, changed: 0, unchanged: 6, faulty: 5 }, 0]);
  // A different account in an old list does not replace the existing mandate.
  const other = lines[0]?.replace(iban[0], iban[1]) ?? '';
  const late = (await check(anton, (await upload(anton, [paperHeading, other].join('\n'))).body)).body;
  expect(late.rows).toMatchObject([{ result: 'unchanged', message: 'das Mandat für DE•• •••• 5030 bleibt, bitte dort ersetzen' }]);
  const logged = await server.sql<{ text: string }>(
    `select audit::text as text from audit where action in ('mandates.manage', 'members.import')`,
  );
  expect(logged.map(({ text }) => text).join()).not.toContain('0137075030');
});

test('the club’s own account is refused as a mandate, as in the form', async () => {
  const anton = await server.signedIn('admin');
  const [set] = await server.sql<{ iban: string }>(
    `select iban from club_account where club = 'RWA' and kind = 'bank' order by iban limit 1`,
  );
  const own = set?.iban ?? '';
  expect(own).toMatch(/^DE\d{20}$/);
  const line = `Eigenkonto;Jo;04.05.1980;01.01.2015;973001;${own};Jo Eigenkonto;E-1;01.03.2026;`;
  const { body } = await upload(anton, [paperHeading, line].join('\n'));
  const { rows, mandates: told } = (await check(anton, body)).body;
  expect(rows.map(({ result, message }) => [result, message])).toEqual([['faulty', 'IBAN: Das ist das Konto des Vereins.']]);
  expect(told.count).toBe(0);
});

test('old paper mandates are valid by the day of their last debit, which is asked for once; without it the board has to check them', async () => {
  const anton = await server.signedIn('admin');
  const line = (name: string, no: string) => `Altpapier;${name};04.05.1980;01.01.2005;${no};${iban[0]};;ALT-${no};01.03.2014;`;
  const { body } = await upload(anton, [paperHeading, line('Nina', '972001')].join('\n'));
  expect((await check(anton, body)).body.mandates).toEqual({ count: 1, incomplete: 0, undated: 1 });
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  await finished(anton, body.id);
  const { body: second } = await upload(anton, [paperHeading, line('Otto', '972002')].join('\n'));
  const dated = { mapping: second.mapping, lastUsedOn: '2026-01-15' };
  expect((await anton.send('PUT', `/api/members/imports/${second.id}/mapping`, { ...dated, lastUsedOn: '2099-01-01' })).status).toBe(422);
  const { body: told } = await anton.send<Checked>('PUT', `/api/members/imports/${second.id}/mapping`, dated);
  expect(told.mandates.undated).toBe(0);
  await anton.post(`/api/members/imports/${second.id}/apply`, {});
  await finished(anton, second.id);
  expect((await papers('Altpapier')).map(({ reference, used, state }) => [reference, used, state])).toEqual([
    ['ALT-972001', null, 'incomplete'],
    ['ALT-972002', '2026-01-15', 'active'],
  ]);
});

test('payment methods are imported in the terms of other programs, change agreements, and nothing that is not given', async () => {
  const anton = await server.signedIn('admin');
  const head = 'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Eintritt;Zahlweise;Zahlungsart;Bezahlt bis';
  const load = async (...rows: string[]) => {
    const { body } = await upload(anton, [head, ...rows, ''].join('\n'));
    const checked = (await check(anton, { id: body.id, mapping: body.mapping })).body;
    if (checked.counts.new + checked.counts.changed > 0) {
      await anton.post(`/api/members/imports/${body.id}/apply`, {});
      await finished(anton, body.id);
    }
    return checked;
  };
  const terms = () =>
    server.sql(`select m.member_no as no, t.rhythm, t.method, t.fees_from::text as "feesFrom" from fee_terms t join member m on m.id = t.member_id
      where m.member_no like '7300%' order by 1`);
  const first = await load(
    '73001;Zahl;Ina;04.05.2001;01.01.2020;vierteljährlich;r;31.12.2026',
    '73002;Zahl;Jan;04.05.2002;01.01.2020;jährlich;Lastschrift;',
    '73003;Zahl;Kai;04.05.2003;01.01.2020;;b;',
    '73004;Zahl;Lea;04.05.2004;01.01.2020;wöchentlich;;',
    '73005;Zahl;Mio;04.05.2005;01.01.2020;;Muscheln;',
  );
  expect(first.counts).toEqual({ new: 3, changed: 0, unchanged: 0, faulty: 2 });
  expect(first.rows.flatMap(({ result, message }) => (result === 'faulty' ? [message] : []))).toEqual([
    'Zahlweise: „wöchentlich“ ist weder monatlich noch je Quartal, halbjährlich oder jährlich.',
    'Zahlungsart: „Muscheln“ ist weder Lastschrift noch Überweisung, bar oder Bildung und Teilhabe.',
  ]);
  expect(await terms()).toEqual([
    { no: '73001', rhythm: 'quarter', method: 'transfer', feesFrom: '2027-01-01' },
    { no: '73002', rhythm: 'year', method: null, feesFrom: null },
    { no: '73003', rhythm: null, method: 'cash', feesFrom: null },
  ]);
  const again = await load(
    '73001;Zahl;Ina;04.05.2001;01.01.2020;;Bankeinzug;',
    '73002;Zahl;Jan;04.05.2002;01.01.2020;jährlich;Lastschrift;',
    '73003;Zahl;Kai;04.05.2003;01.01.2020;monatlich;;',
  );
  expect(again.counts).toEqual({ new: 0, changed: 2, unchanged: 1, faulty: 0 });
  expect(await terms()).toEqual([
    { no: '73001', rhythm: 'quarter', method: null, feesFrom: '2027-01-01' },
    { no: '73002', rhythm: 'year', method: null, feesFrom: null },
    { no: '73003', rhythm: 'month', method: 'cash', feesFrom: null },
  ]);
});

test('an unknown name of a file is mapped to another unknown one, and the next file of the club remembers that', async () => {
  const anton = await server.signedIn('admin');
  const head = 'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Eintritt;Abteilung';
  const row = (no: number, departments: string) => `${no};Schreibweise;N${no};04.05.2001;01.01.2026;${departments}`;
  const file = [head, row(74001, 'Bosselwurf'), row(74002, 'Boßelwurf'), row(74003, 'boßelwurf'), row(74004, 'Bosselwurf, Boßelwurf')].join(
    '\n',
  );
  const { body } = await upload(anton, file);
  const alike = (await check(anton, body)).body.unknownDepartments.map((one) => [one.name, one.rows, one.alike]);
  expect(alike).toEqual([
    ['Bosselwurf', 2, 'Boßelwurf'],
    ['Boßelwurf', 3, null],
  ]);
  const send = (departments: unknown) =>
    anton.send<Checked & ProblemBody>('PUT', `/api/members/imports/${body.id}/mapping`, { mapping: body.mapping, departments });
  const same = { name: 'Bosselwurf', action: 'same', sameAs: 'Boßelwurf' };
  const refused = await send([same, { name: 'Boßelwurf', action: 'skip' }]);
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    [{ path: 'departments.0.sameAs', message: 'Bitte eine Abteilung wählen, die angelegt wird.' }],
  ]);
  expect((await send([same, { name: 'Boßelwurf', action: 'create' }])).body.counts).toMatchObject({ new: 4, faulty: 0 });
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  expect((await finished(anton, body.id)).state).toBe('done');
  const made = await server.sql<{ name: string; members: number }>(
    `select d.name, count(md.id)::int as members from department d left join member_department md on md.department_id = d.id
     where d.name ~* 'bo(ss|ß)elwurf' group by d.id, d.name`,
  );
  expect(made).toEqual([{ name: 'Boßelwurf', members: 4 }]);
  const { body: next } = await upload(anton, [head, row(74005, 'Bosselwurf')].join('\n'));
  const known = await anton.send<Checked>('PUT', `/api/members/imports/${next.id}/mapping`, {
    mapping: next.mapping,
    departments: next.departments,
  });
  expect(known.body.counts).toMatchObject({ new: 1, faulty: 0 });
});

test('a row with a mandate but another payment method, or a debit without a mandate, is reported with the outcome', async () => {
  const anton = await server.signedIn('admin');
  const head = 'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Eintritt;Zahlungsart;IBAN;Mandatsref.;SEPA-Mandat vom;Zuletzt eingezogen';
  const row = (no: number, rest: string) => `${no};Widerspruch;N${no};04.05.2001;01.01.2020;${rest}`;
  const rows = [
    row(75001, `bar;${iban[0]};W-1;01.03.2026;`),
    row(75002, 'Lastschrift;;;;'),
    row(75003, `Lastschrift;${iban[1]};W-3;01.03.2026;15.01.2026`),
    row(75004, `;${iban[2]};W-4;01.03.2026;`),
    row(75005, 'Überweisung;;;;'),
  ];
  const { body } = await upload(anton, [head, ...rows].join('\n'));
  const dated = { mapping: body.mapping, lastUsedOn: '2026-02-01' };
  const { body: told } = await anton.send<Checked>('PUT', `/api/members/imports/${body.id}/mapping`, dated);
  expect(told.warned).toBe(3);
  expect(told.rows.map(({ line, result, warning }) => [line, result, warning])).toEqual([
    [2, 'new', 'Zahlungsart „bar“, aber ein Mandat: Es wird eingetragen, der Beitrag nicht eingezogen.'],
    [3, 'new', 'Lastschrift, aber kein gültiges Mandat: Der Beitrag wird überwiesen, bis es eines gibt.'],
    [4, 'new', 'Zuletzt eingezogen: Der Tag liegt vor der Unterschrift und wird nicht übernommen.'],
    [5, 'new', ''],
    [6, 'new', ''],
  ]);
  await anton.post(`/api/members/imports/${body.id}/apply`, {});
  await finished(anton, body.id);
  // Neither the date of the row nor that of the club is after the signature.
  expect((await papers('Widerspruch')).map(({ reference, used, state }) => [reference, used, state])).toEqual([
    ['W-1', null, 'active'],
    ['W-3', null, 'active'],
    ['W-4', null, 'active'],
  ]);
});
