import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { emailOf, type Client } from '../harness.ts';
import { addDays, localOf } from '../../src/shared/kernel/calendar.ts';
import { stage } from './person.ts';
import { guard } from './scriptGuard.ts';

// Families, guests, trainers and the board write markup wherever they may write; to everybody else it is what was typed.
const on = stage();
const typed = '<img src=http://canary.example/x onerror=alert(1)><b>Ida</b>';
const escaped = /&lt;img src=http:\/\/canary\.example\/x onerror=alert\(1\)&gt;&lt;b&gt;Ida&lt;\/b&gt;/;
const email = 'greta.gast@example.org';
const courseId = randomUUID();
const sessionId = randomUUID();
const slug = 'freie-worte';
let mother: Client;
let registration = '';

async function sent(client: Client, method: string, path: string, body?: object): Promise<void> {
  const answer = await client.send(method, path, body);
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 200, '']);
}

const linkIn = async (recipient: string, page: string) =>
  new RegExp(`/${page}/([\\w-]+)`).exec(await on.server.latestMail(recipient))?.[1] ?? 'none';

beforeAll(async () => {
  const { server } = on;
  const startsAt = new Date(Date.now() + 5 * 3_600_000);
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, subtitle, level, bring_note, place, contact_name, required_qualification, starts_on, places_max, status, created_at, updated_at)
     values ($1, 'RWA', $2, 'W-1', 'permanent', $3, $3, $3, $3, $3, $3, $3, current_date - 30, 20, 'published', now(), now())`,
    [courseId, slug, typed],
  );
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state, reason, note)
     values ($2, $1, $3, $4, $4::timestamptz + interval '1 hour', 'planned', null, $5),
       (gen_random_uuid(), $1, $3::date + 7, $4::timestamptz + interval '7 days', $4::timestamptz + interval '7 days 1 hour', 'cancelled', $5, $5)`,
    [courseId, sessionId, localOf(startsAt).date, startsAt, typed],
  );
  await server.sql(
    `insert into course_trainer (course_id, person_id, role) select $1, a.person_id, 'lead' from person_access a join app_user u on u.id = a.user_id
     where u.email = $2 and a.relation = 'self'`,
    [courseId, emailOf('trainer')],
  );
  mother = await server.signedIn('reader');
  const { body: child } = await mother.post<{ id: string }>('/api/people/mine', {
    club: 'RWA',
    relation: 'guardian',
    firstname: typed,
    lastname: typed,
    birthDate: '2017-04-05',
    gender: 'x',
    emergencyPhone: '0171 1234567',
    collectors: typed,
    goesHome: 'collected',
  });
  await sent(mother, 'POST', `/api/courses/${courseId}/registrations`, {
    personIds: [child.id],
    acceptsTerms: true,
    answers: { [typed]: typed },
    allowsHealthNotes: true,
    healthNotes: { [child.id]: typed },
  });
  await sent(mother, 'PUT', `/api/sessions/${sessionId}/replies/${child.id}`, { reply: 'no', note: typed });
  const day = addDays(localOf(startsAt).date, 2);
  await sent(mother, 'POST', '/api/me/absences', { personIds: [child.id], from: day, to: day, reason: 'other', note: typed });
  await server.sql('update enrolment set staff_note = $2 where course_id = $1', [courseId, typed]);
  await sent(server.visitor(), 'POST', `/api/courses/${courseId}/guests`, {
    firstname: typed,
    lastname: typed,
    birthDate: '1990-01-01',
    email,
    acceptsTerms: true,
    answers: { [typed]: typed },
  });
  registration = await linkIn(email, 'registration');
  await sent(server.visitor(), 'POST', `/api/registrations/${registration}`, { action: 'confirm' });
  await sent(server.visitor(), 'POST', '/api/contract-declarations', {
    kind: 'withdrawal',
    club: 'RWA',
    name: typed,
    email,
    contract: typed,
  });
  await server.outdate();
});

/** Opens pages, waits for the words and looks for anything that came of them but words. */
async function walk(page: Page, pages: readonly (readonly [string, RegExp | string])[], then?: (address: string) => Promise<void>) {
  const { alarms, inspect } = guard(page, on.server.port);
  for (const [address, words] of pages) {
    await page.goto(address);
    await page.locator('main').getByText(words).first().waitFor();
    await then?.(address);
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media });
      await inspect(`${media} ${address}`);
    }
    expect([address, await page.locator('main img[src*="canary"], main b').count()]).toEqual([address, 0]);
  }
  expect(alarms).toEqual([]);
}

const asTyped = /<img src=http/;

test('markup in notes, answers and replies of a family stays what was typed, on its own pages', async () => {
  const page = await on.visit({ role: 'reader' });
  await walk(page, [
    [`/id/${slug}`, asTyped],
    ['/me', asTyped],
    ['/profile/family', asTyped],
    ['/profile/enrolments', asTyped],
    ['/profile/notices', asTyped],
  ]);
  await walk(page, [['/profile/data#mitnehmen', 'Meine Daten mitnehmen']], async () => {
    await page.getByRole('button', { name: 'Daten herunterladen' }).click();
    for (const one of await page.locator('main details details summary').all()) await one.click();
    await page.locator('main details details').getByText(asTyped).first().waitFor();
  });
});

test('so it does behind the links of mails, for somebody without an account', async () => {
  const declaration = await linkIn(email, 'contracts');
  await walk(await on.visit(), [
    [`/registration/${registration}`, asTyped],
    [`/contracts/${declaration}`, asTyped],
  ]);
});

test('so it does for trainers and the board: lists, papers to print, inbox, archive of mails', async () => {
  await walk(await on.visit({ role: 'trainer' }), [[`/admin/mobile/participantList?session=${sessionId}`, asTyped]]);
  const page = await on.visit({ role: 'admin' });
  const list = `/admin/participants?course=${courseId}`;
  await walk(page, [
    [list, asTyped],
    [`/admin/mobile/participantList?session=${sessionId}`, asTyped],
    [`/admin/mobile/courseMembers?course=${courseId}`, asTyped],
    ['/admin/contracts', asTyped],
  ]);
  for (const view of ['Unterschriften', 'Notfall'])
    await walk(page, [[list, asTyped]], async () => {
      await page.getByText(view, { exact: true }).first().click();
      await page.locator('main table, main article').getByText(asTyped).first().waitFor();
    });
});

test('so it does in mails and files: no mail bears a tag of it, the HTML part writes it out', async () => {
  const { server } = on;
  const anton = await server.signedIn('admin');
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  await sent(anton, 'POST', '/api/mails', {
    audience: { kind: 'course', id: courseId },
    legalBasis: 'contract',
    subject: `${typed} {Angebot}`.slice(0, 120),
    body: { type: 'doc', content: [paragraph('Liebe {Vorname}, {Name}'), paragraph(typed)] },
  });
  const mails = await server.sql<{ kind: string; body: string; html: string | null }>(
    'select kind, body, html from outbox_mail where recipient = any($1)',
    [[email, emailOf('reader')]],
  );
  const withHtml = mails.filter(({ html }) => html !== null);
  expect(withHtml.length).toBeGreaterThanOrEqual(2);
  for (const { kind, html } of withHtml)
    expect([kind, html?.match(/<(?:img|b|script)\b/g) ?? [], escaped.test(html ?? '')]).toEqual([kind, [], true]);
  expect(mails.filter(({ body }) => body.includes(typed)).length).toBeGreaterThanOrEqual(3);
  const csv = await anton.get(`/api/courses/${courseId}/participants/export?format=csv`);
  expect([csv.status, csv.text.includes(typed)]).toEqual([200, true]);
});
