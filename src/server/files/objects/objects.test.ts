import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { filesBelow, multipart, objectUrl, paper, type Told } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { issueAppToken } from '../protocol/appCheck.ts';

let server: StorageServer;
const ids: { [who: string]: string } = {};
beforeAll(async () => {
  server = await startStorage();
  for (const role of ['reader', 'trainer'] as const) ids[role] = await server.userId(role);
});
afterAll(() => server.close());

async function put(who: [Role, ClubName?] | undefined, name: string, bytes = paper(2000), type = '', metadata = {}): Promise<Told> {
  const { url, ...rest } = multipart(name, bytes, type, metadata);
  return server.ask('POST', url, { ...rest, token: who && (await server.token(...who)) });
}

type Row = [name: string, who: [Role, ClubName?] | undefined, write: number, read: number, list: number, remove: number];

test('every folder permits exactly the access of the table', async () => {
  const own = `users/${ids['reader']}/mein.pdf`;
  const [member] = await server.sql<{ id: string }>(
    "select id from member where club = 'RWA' and person_id not in (select person_id from person_access) order by member_no limit 1",
  );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select u.id, m.person_id, m.club, 'delegate', 'board', now() from app_user u, member m where u.email = 'reader@rwa.test' and m.id = $1`,
    [member?.id],
  );
  const paper = `RWA/members/${member?.id}/antrag.pdf`;
  const rows: Row[] = [
    ['RWA/public/courses/a.pdf', undefined, 401, 200, 401, 401],
    ['RWA/public/courses/a.pdf', ['reader'], 403, 200, 403, 403],
    ['RWA/public/courses/a.pdf', ['trainer'], 403, 200, 403, 403],
    ['RWA/public/courses/a.pdf', ['editor'], 200, 200, 200, 204],
    ['RWA/public/events/a.pdf', ['editor'], 200, 200, 200, 204],
    ['RWA/public/courses/a.pdf', ['editor', 'SCB'], 403, 200, 403, 403],
    ['RWA/public/news/a.pdf', ['editor'], 403, 200, 403, 403],
    ['RWA/public/facilities/a.pdf', ['editor'], 403, 200, 403, 403],
    ['RWA/public/pages/a.pdf', ['admin'], 200, 200, 200, 204],
    ['RWA/public/news/a.pdf', ['admin', 'SCB'], 403, 200, 403, 403],
    ['RWA/public/news/a.pdf', ['super', 'SCB'], 200, 200, 200, 204],
    ['RWA/public/other/a.pdf', ['super'], 403, 403, 403, 403],
    ['RWA/members/5/a.pdf', undefined, 401, 401, 401, 401],
    ['RWA/members/5/a.pdf', ['reader'], 403, 403, 403, 403],
    ['RWA/members/5/a.pdf', ['editor'], 403, 403, 403, 403],
    ['RWA/members/5/a.pdf', ['admin'], 200, 200, 200, 204],
    ['RWA/members/5/a.pdf', ['admin', 'SCB'], 403, 403, 403, 403],
    ['RWA/members/5/a.pdf', ['super', 'GSV'], 200, 200, 200, 204],
    [paper, undefined, 401, 401, 401, 401],
    [paper, ['reader'], 403, 200, 200, 403],
    [paper, ['trainer'], 403, 403, 403, 403],
    [paper, ['reader', 'SCB'], 403, 403, 403, 403],
    [own, undefined, 401, 401, 401, 401],
    [own, ['reader'], 200, 200, 200, 204],
    [own, ['trainer'], 403, 403, 403, 403],
    [own, ['admin'], 200, 200, 200, 204],
    [own, ['admin', 'SCB'], 403, 403, 403, 403],
    ['users/3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11/a.pdf', ['super'], 403, 403, 403, 403],
    ['users/admin/a.pdf', ['super'], 403, 403, 403, 403],
    ['a.pdf', ['super'], 403, 403, 403, 403],
  ];
  for (const [name, who, write, read, list, remove] of rows) {
    const token = who && (await server.token(...who));
    const row = [name, who?.join(' '), 'write, read, list, remove'];
    // The file is put there by somebody who may, so that a refusal concerns rights.
    if (write !== 200 && read !== 403 && /public|members|users/.test(name)) await put(['super'], name);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const answers = [
      (await put(who, name)).status,
      (await server.ask('GET', objectUrl(name, '?alt=media'), { token })).status,
      (await server.ask('GET', `/v0/b/club-files/o?prefix=${encodeURIComponent(folder || 'x/')}&delimiter=%2F`, { token })).status,
      (await server.ask('DELETE', objectUrl(name), { token })).status,
    ];
    expect.soft([...row, ...answers]).toEqual([...row, write, read, list, remove]);
  }
});

test('a cookie grants nothing here, and a foreign page with one gets the response of a visitor', async () => {
  await put(['admin'], 'RWA/members/5/keks.pdf');
  const { cookies } = await server.signedIn('admin');
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const origin of [`http://rwa.localhost:${server.port}`, 'https://evil.example'])
    expect((await server.ask('DELETE', objectUrl('RWA/members/5/keks.pdf'), { headers: { cookie, origin } })).status).toBe(401);
  const token = await server.token('admin');
  const withBoth = await server.ask('GET', objectUrl('RWA/members/5/keks.pdf'), { token, headers: { cookie } });
  expect([withBoth.status, withBoth.json['downloadTokens']]).toEqual([200, undefined]);
  expect((await server.ask('GET', objectUrl('RWA/members/5/keks.pdf'), { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    200,
  );
});

test('a public file has a URL that anybody can open; a board member can create another one', async () => {
  const name = 'RWA/public/news/7/heft.pdf';
  const made = await put(['admin'], name, paper(3000));
  const token = String(made.json['downloadTokens']);
  const open = (headers = {}) => server.ask('GET', objectUrl(name, `?alt=media&token=${token}`), { headers });
  const got = await open();
  expect([got.status, got.bytes.length]).toEqual([200, 3000]);
  expect(got.headers).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
  });
  const part = await open({ range: 'bytes=0-7' });
  expect([part.status, part.headers['content-range'], part.bytes.toString()]).toEqual([206, 'bytes 0-7/3000', '%PDF-1.7']);
  expect((await open({ range: 'bytes=-100' })).bytes.length).toBe(100);
  expect((await open({ range: 'bytes=5000-' })).status).toBe(416);
  expect((await open({ 'if-none-match': got.headers['etag'] })).status).toBe(304);

  const admin = await server.token('admin');
  const change = async (role: 'admin' | 'reader', query: string) =>
    server.ask('POST', objectUrl(name, query), { token: role === 'admin' ? admin : await server.token(role) });
  expect((await change('reader', '?create_token=true')).status).toBe(403);
  const two = await change('admin', '?create_token=true');
  expect(String(two.json['downloadTokens']).split(',')).toHaveLength(2);
  const one = await change('admin', `?delete_token=${token}`);
  expect([String(one.json['downloadTokens']).includes(token), one.json['metageneration']]).toEqual([false, '3']);
  // There is always one token left.
  const left = String(one.json['downloadTokens']);
  const fresh = String((await change('admin', `?delete_token=${left}`)).json['downloadTokens']);
  expect([fresh.length, fresh === left]).toEqual([36, false]);
});

test('a personal file has no URL that works without its reader: neither its owner nor a copy of the database has one', async () => {
  const admin = await server.token('admin');
  for (const name of [`users/${ids['trainer']}/lizenz.pdf`, 'RWA/members/5/ausweis.pdf', 'RWA/mails/7/anlage.pdf']) {
    await put([name.startsWith('users/') ? 'trainer' : 'admin'], name, paper(100));
    const owner = await server.token(name.startsWith('users/') ? 'trainer' : 'admin');
    expect([name, (await server.ask('GET', objectUrl(name), { token: owner })).json['downloadTokens']]).toEqual([name, undefined]);
    expect((await server.ask('POST', objectUrl(name, '?create_token=true'), { token: admin })).status).toBe(403);
    // Not even a token that an earlier version left in the table.
    await server.sql("update storage_object set download_tokens = '{4cf0b1c0-6f4c-4f0e-9d0e-8a2f54c4c5f1}' where path = $1", [name]);
    const url = objectUrl(name, '?alt=media&token=4cf0b1c0-6f4c-4f0e-9d0e-8a2f54c4c5f1');
    expect([name, (await server.ask('GET', url)).status]).toEqual([name, 401]);
    expect((await server.ask('DELETE', objectUrl(name), { token: owner })).status).toBe(204);
  }
});

test('users have a quota under their own id, although the club has space left', async () => {
  const name = `users/${ids['trainer']}/viel.pdf`;
  expect((await put(['trainer'], name)).status).toBe(200);
  await server.sql('update storage_object set size_bytes = $1 where path = $2', [512 * 1024 * 1024 - 1000, name]);
  const full = await put(['trainer'], `users/${ids['trainer']}/noch.pdf`);
  expect([full.status, full.json.error?.reason]).toEqual([402, 'quota']);
  expect((await put(['admin'], 'RWA/members/5/platz.pdf')).status).toBe(200);
  expect((await put(['trainer'], name)).status).toBe(200);
  await server.ask('DELETE', objectUrl(name), { token: await server.token('trainer') });
});

test('metadata are merged, cleared by null, and cannot change the type of the bytes', async () => {
  const name = 'RWA/members/5/angaben.txt';
  await put(['admin'], name, Buffer.from('Hallo Welt'), 'text/plain', { metadata: { a: '1' }, contentDisposition: 'attachment' });
  const token = await server.token('admin');
  const patch = async (body: unknown) =>
    server.ask('PATCH', objectUrl(name), {
      token,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  expect((await patch({ metadata: { b: '2' }, cacheControl: 'no-cache', size: '5', name: 'x' })).json).toMatchObject({
    metadata: { a: '1', b: '2' },
    cacheControl: 'no-cache',
    contentDisposition: 'attachment',
    size: '10',
    name,
    metageneration: '2',
  });
  expect((await patch({ metadata: { a: null }, contentDisposition: null })).json).toMatchObject({
    metadata: { b: '2' },
    contentDisposition: 'inline',
  });
  expect((await patch({ metadata: null })).json['metadata']).toBeUndefined();
  expect((await patch({ contentType: 'text/csv' })).json['contentType']).toBe('text/csv');
  // Whatever its metadata say: text is downloaded, never rendered as a page of ours.
  await patch({ contentDisposition: 'inline' });
  const { headers } = await server.ask('GET', objectUrl(name, '?alt=media'), { token });
  expect([headers['content-disposition'], headers['content-type'], headers['x-content-type-options']]).toEqual([
    "attachment; filename*=UTF-8''angaben.txt",
    'text/csv; charset=utf-8',
    'nosniff',
  ]);
  for (const body of [
    { contentType: 'text/html' },
    { cacheControl: 'a\r\nSet-Cookie: x=1' },
    { metadata: { a: 1 } },
    '{',
    { metadata: { a: '\0' } },
    { cacheControl: 'x'.repeat(2000) },
  ])
    expect((await patch(body)).status).toBe(400);
});

test('an app token is verified if present, and expires after an hour', async () => {
  await put(['admin'], 'RWA/public/news/offen.pdf');
  const get = (token: string) => server.ask('GET', objectUrl('RWA/public/news/offen.pdf'), { headers: { 'x-firebase-appcheck': token } });
  const { body } = await server.visitor().post<{ token: string }>('/api/files/app-token');
  expect((await get(body.token)).status).toBe(200);
  const bad = await get('eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ==');
  expect([bad.status, bad.statusText, bad.json.error?.message]).toEqual([
    401,
    'Firebase App Check token is invalid',
    'Firebase App Check token is invalid.',
  ]);
  setClock(new Date(Date.now() - 2 * 3_600_000));
  const { token: old } = issueAppToken(server.secret);
  setClock();
  expect((await get(old)).status).toBe(401);
});

test('no path leads out of the storage: 60 forms are refused, and the data folder is unchanged', async () => {
  const token = await server.token('super');
  const before = filesBelow(server.folder);
  const parts = [
    '..',
    '%2e%2e',
    '%252e%252e',
    '.',
    '%2e',
    '',
    '%00',
    '%0d%0a',
    '%5c',
    '..%5c',
    '%u002e',
    '%c0%ae%c0%ae',
    '%ff',
    '%e2%80%a8',
    'e%CC%81',
  ];
  const forms = parts.flatMap((part) => [
    `RWA%2Fpublic%2Fnews%2F${part}%2Fx.pdf`,
    `${part}%2F${part}%2Fetc%2Fpasswd`,
    `RWA/public/news/${part}/x.pdf`,
    `users%2F${part}%2Fx`,
  ]);
  forms.push(
    '%2Fetc%2Fpasswd',
    'RWA%2Fpublic%2Fnews%2F',
    `RWA%2Fpublic%2Fnews%2F${'x'.repeat(1100)}`,
    `RWA%2Fpublic%2Fnews%2F${'%C3%A4'.repeat(520)}`,
  );
  expect(forms.length).toBeGreaterThanOrEqual(60);
  for (const form of forms) {
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const { status, json } = await server.ask(method, `/v0/b/club-files/o/${form}`, { token, ...(method === 'PATCH' && { body: '{}' }) });
      expect.soft([form, method, [400, 403, 404].includes(status), json.error?.code]).toEqual([form, method, true, status]);
    }
    const { url: _url, ...rest } = multipart('x', paper(100));
    const { status } = await server.ask('POST', `/v0/b/club-files/o?name=${form}`, { ...rest, token });
    expect.soft([form, [400, 403, 404].includes(status) ? 'refused' : status]).toEqual([form, 'refused']);
  }
  // The same in the metadata sent by the client, where no URL is decoded.
  for (const name of [
    '../../etc/passwd',
    '/etc/passwd',
    'RWA/public/news/../../x',
    'RWA/public/news/a\r\nb',
    'RWA/public/news/a\0b',
    'x'.repeat(1100),
  ]) {
    const { status, json } = await server.ask('POST', '/v0/b/club-files/o', { ...multipart(name, paper(100)), token });
    expect.soft([name, status, json.error?.code]).toEqual([name, 400, 400]);
  }
  expect(filesBelow(server.folder)).toEqual(before);
  // The longest permitted name: 1024 bytes, all of them encoded.
  const longest = `RWA/members/5/${'ä'.repeat(505)}`;
  expect((await put(['admin'], longest)).status).toBe(200);
  expect((await server.ask('DELETE', objectUrl(longest), { token })).status).toBe(204);
  for (const bucket of ['other', '..', '%2e%2e', 'club-files%2Fx'])
    expect((await server.ask('GET', `/v0/b/${bucket}/o`, { token })).status).toBe(404);
  expect(await server.sql("select path from storage_object where path like '%passwd%' or path like '%..%'")).toEqual([]);
});

test("every write on a file is in the audit log once, and an erased person's files are deleted", async () => {
  const name = `users/${ids['trainer']}/weg.pdf`;
  await put(['trainer'], name);
  await server.ask('DELETE', objectUrl(name), { token: await server.token('trainer') });
  const entries = await server.sql<{ content: string; action: string; name: string }>(
    'select content, action, name from audit where content like $1 order by id',
    [`%${name}`],
  );
  expect(entries).toEqual([
    { content: `Datei hochgeladen: ${name}`, action: 'storagePrivate.write', name: 'Till Rotmuster' },
    { content: `Datei gelöscht: ${name}`, action: 'storagePrivate.delete', name: 'Till Rotmuster' },
  ]);
  await put(['trainer'], name);
  // The bytes of files deleted before are removed from the disk, too.
  await expect.poll(() => server.sql('select 1 from storage_garbage')).toEqual([]);
  await server.sql('delete from app_user where id = $1', [ids['trainer']]);
  expect(await server.sql('select 1 from storage_object where path = $1', [name])).toEqual([]);
  const [garbage] = await server.sql<{ count: string }>('select count(*) from storage_garbage');
  expect(garbage?.count).toBe('1');
});
