import ICAL from 'ical.js';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarFeed } from '#shared/office/feeds.ts';
import { addDays, localOf, mondayOf } from '#shared/kernel/calendar.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { makeHall } from '#test/halls.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { writeCalendar } from '#server/platform/formats/ical.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-09-01T08:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Event = InstanceType<typeof ICAL.Event>;

/** Parses a calendar like an independent program; its own time zone is used, not the reader's. */
function read(text: string): Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
}

test('every line has at most 75 octets, umlauts and emoji are not split, and user input is escaped', () => {
  const title = `Übung; "Größe", 100\\% 🏐 ${'äöü'.repeat(60)}\nBEGIN:VEVENT`;
  const entry = { uid: 'a', title, startsAt: new Date('2027-03-27T17:30:00Z'), endsAt: new Date('2027-03-27T19:00:00Z') };
  const text = writeCalendar('Kalender', [entry], new Date('2027-01-01T00:00:00Z'));
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const [found, ...others] = read(text);
  expect(others).toEqual([]);
  expect(found?.summary).toBe(title);
  expect(found?.startDate.toJSDate().toISOString()).toBe('2027-03-27T17:30:00.000Z');
  expect(text).toContain('BEGIN:VTIMEZONE');
});

test('the calendar of a hall has series that keep 18:30 over both clock changes and skip the holidays', async () => {
  const hall = await makeHall(server, 'RWA', { public_detail: 'title' });
  const edda = await server.signedIn('editor');
  const rule = {
    title: 'Volleyball',
    kind: 'training',
    facilityId: hall.id,
    unitIds: hall.unitIds,
    weekday: 1,
    startsOn: '2026-09-28',
    endsOn: '2027-04-19',
    startTime: '18:30',
    endTime: '20:00',
  };
  expect((await edda.post('/api/bookings/series', rule)).status).toBe(200);
  const { text, headers } = await server.visitor().get(`/feeds/halls/${hall.slug}.ics`);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  const [series] = read(text);
  const iterator = series?.iterator();
  const dates: string[] = [];
  for (let next = iterator?.next(); next; next = iterator?.next()) {
    expect(localOf(next.toJSDate()).time).toBe('18:30');
    dates.push(next.toString().slice(0, 10));
  }
  expect(dates).toHaveLength(24);
  expect(dates).not.toContain('2026-12-28');
  expect(text.match(/EXDATE/g)).toHaveLength(6);
  const again = await server.visitor().get(`/feeds/halls/${hall.slug}.ics`);
  expect(read(again.text).map(({ uid }) => uid)).toEqual(read(text).map(({ uid }) => uid));
  await server.sql("update facility set public_detail = 'busy' where id = $1", [hall.id]);
  expect((await server.visitor().get(`/feeds/halls/${hall.slug}.ics`)).text).not.toContain('Volleyball');
});

test('the calendar of a club has what it published; that of GSV those of all clubs', async () => {
  // Removes the events of the demo data.
  await server.sql("update event set state = 'draft'");
  const day = addDays(mondayOf('2026-09-01'), 30);
  const insert = (club: string, title: string, state: string, isMembersOnly = false) =>
    server.sql(
      "insert into event (id, club, title, kind, starts_at, ends_at, state, is_members_only) values ($1, $2, $3, 'festival', $4::date + time '10:00', $4::date + time '12:00', $5, $6)",
      [randomUUID(), club, title, day, state, isMembersOnly],
    );
  await insert('RWA', 'Sommerfest', 'published');
  await insert('RWA', 'Entwurf', 'draft');
  await insert('RWA', 'Nur für Mitglieder', 'published', true);
  await insert('SCB', 'Regatta', 'published');
  const titles = async (club: string) => read((await server.visitor().get(`/feeds/clubs/${club}.ics`)).text).map(({ summary }) => summary);
  expect(await titles('rwa')).toEqual(['Sommerfest']);
  expect((await titles('gsv')).toSorted()).toEqual(['RWA: Sommerfest', 'SCB: Regatta']);
  const [fest] = await server.sql<{ id: string }>("select id from event where title = 'Sommerfest' and state = 'published'");
  expect(read((await server.visitor().get(`/feeds/events/${fest?.id}.ics`)).text).map(({ summary }) => summary)).toEqual(['Sommerfest']);
  const [own] = await server.sql<{ id: string }>("select id from event where title = 'Nur für Mitglieder'");
  for (const id of [own?.id, 'kein-termin']) expect((await server.visitor().get(`/feeds/events/${id}.ics`)).status).toBe(404);
  expect((await server.visitor().get('/feeds/clubs/xyz.ics')).status).toBe(404);
  expect((await server.visitor().get('/feeds/courses/rwa/gibt-es-nicht.ics')).status).toBe(404);
});

test('a personal URL is shown once, stored as a hash, works for its owner only and can be revoked', async () => {
  expect((await server.visitor().post('/api/profile/feeds', { label: 'Telefon' })).status).toBe(401);
  const rosa = await server.signedIn('reader');
  const made = (await rosa.post<CalendarFeed & { path: string }>('/api/profile/feeds', { label: 'Telefon' }, { 'idempotency-key': 'one' }))
    .body;
  const secret = made.path.split('/').at(-1)?.replace('.ics', '') ?? '';
  expect(Buffer.from(secret, 'base64url')).toHaveLength(24);
  const stored = await server.sql<{ all: string }>(
    "select (select json_agg(f) from calendar_feed f)::text || coalesce((select json_agg(k) from idempotency_key k)::text, '') as all",
  );
  expect(stored[0]?.all).not.toContain(secret);
  expect((await rosa.get('/api/profile/feeds')).text).not.toContain(secret);
  const own = await server.visitor('SCB').get(made.path);
  expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(read(own.text).map(({ summary }) => summary)).toContain('Nur für Mitglieder');
  expect((await server.visitor().get('/feeds/personal/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics')).status).toBe(404);
  const edda = await server.signedIn('editor');
  expect((await edda.send('DELETE', `/api/profile/feeds/${made.id}`)).status).toBe(404);
  expect((await rosa.send('DELETE', `/api/profile/feeds/${made.id}`)).status).toBe(200);
  expect((await server.visitor().get(made.path)).status).toBe(404);
  expect(server.logged()).not.toContain(secret);
});
