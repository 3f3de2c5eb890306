import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-22T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday at 16:30 in the hall of the school, for 12,00 € a month. */
async function group(title: string): Promise<{ id: string; nextId: string }> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, place, bring_note,
       contact_name, contact_phone, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2026-09-01', 'published', 'open', false, 'Turnhalle Schulstraße', 'Hallenschuhe',
       'Uta Übung', '02931 123456', now(), now())`,
    [id, `t-${id}`, title],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  const rows = await server.sql<{ id: string }>(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '16:30', d + time '17:30', case when d = '2026-11-23' then 'cancelled' else 'planned' end
     from generate_series('2026-11-16'::timestamp, '2027-03-29'::timestamp, interval '7 days') d returning id, local_date::text as day`,
    [id],
  );
  return { id, nextId: rows[2]?.id ?? '' };
}

type Mail = { subject: string; body: string; attachments: { name: string; type: string; text: string }[] | null };
const mailsTo = (recipient: string) =>
  server.sql<Mail>('select subject, body, attachments from outbox_mail where recipient = $1 order by id', [recipient]);

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Karte', birthDate: '2018-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

test('two children who get seats by one press stand in one mail: when, where, whom to ask, the price, the way out, a link for each', async () => {
  const { id, nextId } = await group('Kinderturnen');
  const rosa = await server.signedIn('reader');
  const personIds = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  const before = (await mailsTo('reader@rwa.test')).length;
  expect((await rosa.post(`/api/courses/${id}/registrations`, { personIds, acceptsTerms: true })).status).toBe(200);
  const [ticket, ...others] = (await mailsTo('reader@rwa.test')).slice(before);
  expect(others).toEqual([]);
  expect(ticket?.subject).toBe('Angemeldet: Kinderturnen (Mila Karte, Ben Karte)');
  for (const words of [
    'Mila Karte und Ben Karte sind zu „Kinderturnen“ angemeldet.',
    'Nächster Termin: Montag, 30.11.2026, 16:30–17:30 Uhr',
    'Wo: Turnhalle Schulstraße',
    'Fragen beantwortet: Uta Übung, 02931 123456',
    'Mitbringen: Hallenschuhe',
    'Preis (Ben Karte): 12,00\u00A0€ im Monat',
    'Läuft, bis Sie kündigen: mit einer Frist von 4 Wochen zum Monatsende.',
    'Widerrufen können Sie bis zum 07.12.2026.',
    'Ansehen oder kündigen (Mila Karte): ',
  ])
    expect(ticket?.body).toContain(words);
  const links = [...(ticket?.body ?? '').matchAll(/registration\/([\w-]+)/g)].map(([, token]) => token);
  const names = await Promise.all(
    links.map(async (token) => (await server.visitor().get<{ name: string }>(`/api/registrations/${token}`)).body.name),
  );
  expect(names).toEqual(['Mila Karte', 'Ben Karte']);
  const [calendar, ...more] = ticket?.attachments ?? [];
  expect([calendar?.name, more]).toEqual(['termine.ics', []]);
  const uids = [...(calendar?.text ?? '').matchAll(/UID:(\S+)/g)].map(([, uid]) => uid);
  expect([uids[0], uids.length]).toEqual([`session-${nextId}@vereinsportal`, 18]);
});

test('a guest gets the ticket when the address is confirmed, and not before', async () => {
  const { id } = await group('Ballspiele');
  const guest = { firstname: 'Gerd', lastname: 'Gast', birthDate: '1990-05-04', email: 'gerd@example.org', acceptsTerms: true };
  await server.visitor().post(`/api/courses/${id}/guests`, guest);
  const [asked, ...none] = await mailsTo('gerd@example.org');
  expect([asked?.attachments, none]).toEqual([null, []]);
  const token = /registration\/([\w-]+)/.exec(asked?.body ?? '')?.[1];
  await server.visitor().post(`/api/registrations/${token}`, { action: 'confirm' });
  await server.visitor().post(`/api/registrations/${token}`, { action: 'confirm' });
  const [, ticket, ...more] = await mailsTo('gerd@example.org');
  expect([ticket?.subject, ticket?.attachments?.length, more]).toEqual(['Angemeldet: Ballspiele', 1, []]);
});
