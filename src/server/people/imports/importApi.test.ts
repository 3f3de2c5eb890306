import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { BegunImport, CheckedRow, ImportCounts, MemberImportView, UnknownDepartment } from '#shared/people/memberImport.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { resumeImports, runImport } from './importRun.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Checked = { counts: ImportCounts; rows: CheckedRow[]; unknownDepartments: UnknownDepartment[] };

const upload = <T = MemberImportView>(client: Client, content: Buffer | string, fileName = 'mitglieder.csv') =>
  client.post<T>('/api/members/imports', { fileName, content: Buffer.from(content).toString('base64') });
const check = (client: Client, { id, mapping }: Pick<MemberImportView, 'id' | 'mapping'>) =>
  client.send<Checked>('PUT', `/api/members/imports/${id}/mapping`, { mapping });

/** Uploads, checks and takes over; gives the import when the work is done. */
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
    test(`reads ${encoding} with ${name}: ${String(bytes).slice(16, 60)}`, async () => {
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

test('a dry run writes nothing; then the good rows are taken over, and the rest is there for download', async () => {
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
    '7 Steht schon in Zeile 2.',
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
  // Whoever closed the window finds it again; other clubs do not.
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
  ]);
});

test('the same file again changes nothing; a changed cell changes that field alone, an empty one nothing', async () => {
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

test('departments are found by name, ended with the membership, and unknown ones are told', async () => {
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

test('a spreadsheet is read with its dates, and the columns are remembered for the next file', async () => {
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

test('whatever is no table is refused on its field, and a body beyond the limit is not read', async () => {
  const anton = await server.signedIn('admin');
  for (const content of ['', 'nur eine Zeile', 'a;b\n', Buffer.from([0x50, 0x4b, 3, 4, 9, 9]), Buffer.from([0, 1, 2, 0, 255, 0, 0, 7])]) {
    const { status, body } = await upload(anton, content);
    expect([status, (body as { fields?: { path: string }[] }).fields?.[0]?.path]).toEqual([422, 'content']);
  }
  const large = await anton.post('/api/members/imports', { fileName: 'x.csv', content: 'A'.repeat(12 * 1024 * 1024) });
  expect(large.status).toBe(413);
  expect((await anton.post('/api/members', { firstname: 'A'.repeat(1024 * 1024 + 10) })).status).toBe(413);
});

test('an import whose process went away is taken up again, and done once', async () => {
  const anton = await server.signedIn('admin');
  const { body } = await upload(anton, 'Nr;Nachname;Vorname;Geburtsdatum;Eintritt\nW-1;Wieder;Wim;01.02.2003;01.01.2020');
  await server.sql(`update member_import set state = 'running', worked_at = now() - interval '2 minutes' where id = $1`, [body.id]);
  await Promise.all([resumeImports(server), runImport(server, { id: body.id, club: 'RWA' })]);
  expect(await people('Wieder')).toHaveLength(1);
  expect((await anton.get<MemberImportView>(`/api/members/imports/${body.id}`)).body.state).toBe('done');
});

test('departments that nobody knows are made, taken for one of the club, or left out, with the members that name them', async () => {
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

  // The next file of the club is understood at once, and the same rows change nothing.
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

test('a department of another club is none that a name can be taken for', async () => {
  const anton = await server.signedIn('admin');
  const [other] = await server.sql<{ id: string }>("select id from department where club = 'SCB' limit 1");
  const { body } = await upload(anton, 'Nachname;Vorname;Geburtsdatum;Eintritt;Abteilung\nFremd;Fritz;01.02.2003;01.01.2020;Irgendwas');
  const send = (departments: unknown) =>
    anton.send<Checked>('PUT', `/api/members/imports/${body.id}/mapping`, { mapping: body.mapping, departments });
  const foreign = await send([{ name: 'Irgendwas', action: 'use', departmentId: other?.id }]);
  expect(foreign.body.counts).toMatchObject({ new: 0, faulty: 1 });
  expect((await send([{ name: 'Irgendwas', action: 'use' }])).status).toBe(422);
});

test('a workbook that grows beyond 20 MB is refused before it is unpacked, and so is one that is broken', async () => {
  const board = await server.signedIn('admin', 'SCB');
  const blanks = await workbook([`${' '.repeat(21 * 1024 * 1024)}x`]);
  expect(blanks.length).toBeLessThan(200_000);
  const refused = await upload<ProblemBody>(board, blanks, 'm.xlsx');
  expect([refused.status, refused.body.fields]).toEqual([422, [{ path: 'content', message: 'Diese Excel-Datei ist entpackt zu groß.' }]]);
  const broken = await upload<ProblemBody>(board, Buffer.from('PK\x03\x04 und sonst nichts', 'latin1'), 'm.xlsx');
  expect([broken.status, broken.body.fields]).toEqual([422, [{ path: 'content', message: 'Diese Excel-Datei lässt sich nicht lesen.' }]]);
});

test('after ten workbooks in an hour an account waits; a CSV file still goes', async () => {
  const board = await server.signedIn('super', 'GSV');
  const small = await workbook(['x']);
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++) statuses.push((await upload(board, small, 'm.xlsx')).status);
  expect([statuses.slice(0, 10).includes(429), statuses[10]]).toEqual([false, 429]);
  expect((await upload(board, Buffer.from('Nachname;Vorname\nMuster;Jo\n'), 'm.csv')).status).not.toBe(429);
});

/** A workbook with a heading of two columns and a row for each text. */
async function workbook(texts: readonly string[]): Promise<Buffer> {
  const file = await xlsxFile(
    'm.xlsx',
    'Liste',
    ['Nachname', 'Vorname'],
    texts.map((Nachname) => ({ Nachname, Vorname: 'Jo' })),
  );
  return Buffer.from(await file.arrayBuffer());
}
