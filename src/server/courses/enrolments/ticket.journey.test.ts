import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
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

/** A group every Monday at 16:30 in the school hall, for 12.00 € a month. */
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

type Mail = { subject: string; body: string; attachments: { name: string; type: string; text: string; code?: string }[] | null };
const mailsTo = (recipient: string) =>
  server.sql<Mail>('select subject, body, attachments from outbox_mail where recipient = $1 order by id', [recipient]);

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Karte', birthDate: '2018-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

test('a notice and taking it back are confirmed by mail, each with whom to ask', async () => {
  const { id } = await group('Ringen');
  const rosa = await server.signedIn('reader');
  const personIds = [await childOf(rosa, 'Ole')];
  await rosa.post(`/api/courses/${id}/registrations`, { personIds, acceptsTerms: true });
  const own = (await rosa.get<OwnEnrolment[]>('/api/registrations/mine')).body.find(({ target }) => target.id === id);
  const before = (await mailsTo('reader@rwa.test')).length;
  for (const action of ['cancel', 'keep', 'keep'])
    expect((await rosa.post(`/api/registrations/${own?.id ?? ''}`, { action })).status).toBe(200);
  const [notice, kept, ...more] = (await mailsTo('reader@rwa.test')).slice(before);
  expect([notice?.subject, kept?.subject, more]).toEqual(['Kündigung zum 31.12.2026: Ringen', 'Kündigung zurückgenommen: Ringen', []]);
  expect(kept?.body).toContain('Ole Karte bleibt bei „Ringen“ dabei, zu denselben Bedingungen wie vorher.');
  for (const mail of [notice, kept]) expect(mail?.body).toContain('\n\nFragen beantwortet: Uta Übung, 02931 123456\n\nhttp');
});

test('two children enrolled together are in one mail: time, place, contact, price, cancellation terms, a link for each', async () => {
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
    'Für 11/2026 zahlen Sie nur 12,00\u00A0€ zusammen: 1 von 2 Terminen.',
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

/** A course from January with eight sessions, for 70.00 €. */
async function course(title: string): Promise<string> {
  const { id } = await group(title);
  await server.sql("update course set kind = 'course', ends_on = '2027-03-29' where id = $1", [id]);
  await server.sql("update course_price set cents = 7000, per = 'course' where course_id = $1", [id]);
  return id;
}

test("for transfers, account, amount and reference are in the mail, also as a QR code, and behind the link; once charged with the charge's reference, and never again once paid", async () => {
  const id = await course('Pilates');
  const rosa = await server.signedIn('reader');
  const personIds = [await childOf(rosa, 'Lea'), await childOf(rosa, 'Ole')];
  const order = { personIds, method: 'transfer', acceptsTerms: true };
  expect((await rosa.post(`/api/courses/${id}/registrations`, order)).status).toBe(200);
  const ticket = (await mailsTo('reader@rwa.test')).at(-1);
  const references = [...(ticket?.body ?? '').matchAll(/RWA-K\d+/g)].map(([found]) => found);
  for (const words of ['per Überweisung', 'frühestens am 06.12.2026 fällig.', 'Empfänger: Rot-Weiß Auenfeld', 'Betrag: 132,64\u00A0€'])
    expect(ticket?.body).toContain(words);
  const codes = ticket?.attachments?.filter(({ type }) => type === 'image/png');
  expect(codes?.map(({ name }) => name)).toEqual(references.map((reference) => `girocode-${reference}.png`));
  expect(codes?.map(({ code }) => code)).toEqual(
    references.map((reference) => expect.stringMatching(new RegExp(`EUR132.64\\n\\n\\n${reference}$`))),
  );

  const transferOf = async (name: string) => {
    const { body } = await rosa.get<OwnEnrolment[]>('/api/registrations/mine');
    return body.find((one) => one.target.id === id && one.name.startsWith(name))?.transfer;
  };
  expect(await transferOf('Lea')).toMatchObject({ cents: 6632, reference: references[0], dueOn: '2026-12-06' });
  const board = await server.signedIn('admin');
  expect((await board.post('/api/charges', { courseId: id, dueOn: '2026-12-30', excluded: [] })).status).toBe(200);
  const [charge] = await server.sql<{ id: string; reference: string }>(
    'select id, reference from charge where course_id = $1 and person_id = $2',
    [id, personIds[0]],
  );
  expect(await transferOf('Lea')).toMatchObject({ cents: 6632, reference: charge?.reference });
  await server.sql("update charge set state = 'paid', settled_cents = cents, paid_on = '2026-12-01' where id = $1", [charge?.id]);
  expect([await transferOf('Lea'), (await transferOf('Ole'))?.cents]).toEqual([null, 6632]);
  const own = async () =>
    (await rosa.get<OwnCharge[]>('/api/charges/mine')).body.find((one) => one.label.includes('Pilates') && one.name.startsWith('Ole'));
  const asked = await own();
  expect(asked).toMatchObject({ isMine: true, payerName: 'Rosa Rotmuster', account: { name: 'Rot-Weiß Auenfeld e. V.' } });
  const office = (await board.post<{ id: string }>('/api/organisations', { name: 'Jugendamt Auenfeld', kind: 'municipal' })).body;
  const taken = await board.post(`/api/charges/${asked?.id}/terms`, { version: 1, payerId: office.id, reason: 'Kostenübernahme' });
  expect(taken.status).toBe(200);
  expect(await transferOf('Ole')).toBeNull();
  expect(await own()).toMatchObject({ isMine: false, payerName: 'Jugendamt Auenfeld', account: null, accountReference: null, cents: 6632 });
});

test('for a price per month the account is shown without an amount, and with direct debit nothing is requested', async () => {
  const { id } = await group('Ringen');
  const rosa = await server.signedIn('reader');
  const personIds = [await childOf(rosa, 'Ida')];
  await rosa.post(`/api/courses/${id}/registrations`, { personIds, method: 'transfer', acceptsTerms: true });
  const ticket = (await mailsTo('reader@rwa.test')).at(-1);
  expect(ticket?.body).toMatch(/IBAN: DE.*\nVerwendungszweck: RWA-K\d+/);
  expect(ticket?.attachments?.map(({ name }) => name)).toEqual(['termine.ics']);
  const other = await course('Judo');
  const mandate = { iban: 'DE89370400440532013000', accountHolder: 'Rosa Karte' };
  await rosa.post(`/api/courses/${other}/registrations`, { personIds, method: 'sepa', mandate, acceptsTerms: true });
  const second = (await mailsTo('reader@rwa.test')).at(-1);
  expect(second?.body).toContain('Bezahlt wird per Lastschrift');
  expect(second?.body).not.toContain('Verwendungszweck');
});
