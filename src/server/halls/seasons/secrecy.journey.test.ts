import { expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

test('until the consultation no file, log, number, live update or error of a club tells anything of the wishes of another', async () => {
  const { season, hall } = await rounds.make();
  await rounds.go(season.id, 'open');
  const version = async () =>
    (
      await rounds.server.sql<{ version: string }>("select version from collection_version where collection = 'seasons' and club = 'RWA'")
    )[0]?.version;
  const before = await version();
  const secret = 'Geheimgruppe Zwölf';
  const { body: wish } = await rounds.wishFor(rounds.alma, season.id, group(secret, [evening(hall)], { note: 'Umzug geplant' }));
  await rounds.act(rounds.alma, season.id, 'submit', [wish.id]);
  // A live update of RWA would tell that somebody else wishes for something just now.
  expect(await version()).toEqual(before);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  await rounds.propose(season.id);
  const read = await Promise.all(
    [
      `/api/seasons/${season.id}`,
      '/api/seasons',
      `/api/seasons/${season.id}/wishes`,
      `/api/seasons/${season.id}/wishes/export`,
      `/api/seasons/${season.id}/plan`,
      `/api/seasons/${season.id}/plan/figures?format=csv`,
      `/api/seasons/${season.id}/objections`,
      `/api/seasons/${season.id}/notices`,
      `/api/wishes/${wish.id}`,
      `/api/search?text=Geheimgruppe`,
      '/api/audit',
      '/api/organisations?club=GSV',
      `/api/dashboard`,
    ].map(async (url) => [url, (await rounds.anton.get(url)).text] as const),
  );
  expect(read.filter(([, text]) => /Geheimgruppe|Umzug geplant/.test(text) || text.includes(wish.id)).map(([url]) => url)).toEqual([]);
  const own = (await rounds.anton.get<{ rules: { members?: object } }>(`/api/seasons/${season.id}`)).body;
  expect(own.rules.members ?? {}).toEqual({});
});

test('a link of a school reads nothing of another organisation, opens nothing once it has ended, and stands in no line of the log', async () => {
  const { season, hall } = await rounds.make();
  const made = async (name: string, kind: string, email: string) =>
    (await rounds.armin.post<Organisation>('/api/organisations', { name, kind, contacts: [{ name: 'Kim', email, maySign: true }] })).body;
  const school = await made('Schule im Log', 'school', 'log@schule.test');
  const evenings = await made('Abendkurse im Log', 'adultEducation', 'log@vhs.test');
  await rounds.go(season.id, 'open');
  await rounds.wishFor(rounds.armin, season.id, group('Klasse 4', [evening(hall)], { ageGroup: 'children', organisationId: school.id }));
  await rounds.wishFor(rounds.armin, season.id, group('Aquarell', [evening(hall, { weekday: 3 })], { organisationId: evenings.id }));
  const token = /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail('log@schule.test'))?.[1] ?? '';
  const visitor = rounds.server.visitor('GSV');
  const behind = await visitor.get<OwnHours>(`/api/own-hours/${token}`);
  expect([behind.status, behind.text.includes('Klasse 4'), behind.text.includes('Aquarell')]).toEqual([200, true, false]);
  expect((await visitor.get(`/api/own-hours/${token}?organisationId=${evenings.id}`)).status).toBe(404);
  await visitor.get(`/organisation/${token}`);
  await rounds.server.sql(
    "update organisation_link set expires_at = '2026-01-01' where contact_id in (select id from organisation_contact where organisation_id = $1)",
    [school.id],
  );
  expect((await visitor.get(`/api/own-hours/${token}`)).status).toBe(404);
  expect((await visitor.get(`/api/own-hours/${token.split('').toReversed().join('')}`)).status).toBe(404);
  expect(rounds.server.logged()).not.toContain(token);
  const stored = await rounds.server.sql<{ text: string }>('select row_to_json(l)::text as text from organisation_link l');
  expect(stored.filter(({ text }) => text.includes(token))).toEqual([]);
});
