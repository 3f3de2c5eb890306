import { randomUUID } from 'node:crypto';
import { roleNames, type Role } from '../../src/shared/kernel/roles.ts';
import { clubNames, type ClubName } from '../../src/shared/kernel/clubs.ts';
import { hashPassword } from '../../src/server/accounts/sessions/passwords.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import type { StageDatabase } from './postgres.ts';

/** The password of everybody on the stage who has one. */
export const stagePassword = 'Hinter-den-Kulissen-7';

const firstnames = 'Anna Bernd Carla Dirk Elif Frank Greta Hasan Ida Jonas Klara Luca Mia Nils Olga Paul Quirin Rosa Sven Tilda'.split(' ');
const beginnings = 'Schmi Schnei Mey Mül Fisch Web Wag Beck Hoff Schul Koch Rich Klein Wolf Neu Schwar Zimmer Brau Krü Hart'.split(' ');
const endings = 'dt der er ler mann berg stein feld bach hof hauer gart holz wald brink'.split(' ');
const chunkRows = 5000;

/** The one person of every data set whose name nobody else has. */
export const rareName = 'Xylander';

/** Random numbers from 0 to 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One account for each role and club, `{role}@{club}.test`, with a password. The stage has no demonstration data: those may change. */
export async function fillStaff(database: Pick<StageDatabase, 'sql'>): Promise<void> {
  const hash = await hashPassword(stagePassword);
  for (const club of clubNames) {
    for (const role of roleNames) {
      await database.sql(
        `with account as (insert into auth_user (id, name, email, email_verified, firstname, lastname, club, created_at, updated_at)
           values ($1, $2 || ' ' || $3, $4, true, $2, $3, $3, now(), now())),
         login as (insert into auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
           values (gen_random_uuid(), $1::text, 'credential', $1::uuid, $5, now(), now()))
         insert into app_user (id, club, role, firstname, lastname, email, created_at, updated_at)
         values ($1, $3, $2, $2, $3, $4, now(), now())`,
        [randomUUID(), role, club, `${role}@${club.toLowerCase()}.test`, hash],
      );
    }
  }
}

/** Fills a club with users: the same ones for the same count, each with an account without a password. */
export async function fillPeople(database: StageDatabase, count: number, club: ClubName = 'RWA'): Promise<string[]> {
  const random = seeded(20_261_121);
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? '';
  const people = Array.from({ length: count }, (_, at) => {
    const lastname = at === 17 ? rareName : `${pick(beginnings)}${pick(endings)}`;
    const role: Role = random() < 0.03 ? 'trainer' : 'reader';
    return { id: seededId(random), firstname: pick(firstnames), lastname, email: `p${at}@${club.toLowerCase()}.example`, role, at };
  });
  for (let start = 0; start < count; start += chunkRows) {
    const json = JSON.stringify(people.slice(start, start + chunkRows));
    await database.sql(
      `with one as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, firstname text, lastname text, email text, role text, at int)),
       account as (insert into auth_user (id, name, email, email_verified, firstname, lastname, club, created_at, updated_at)
         select id, firstname || ' ' || lastname, email, true, firstname, lastname, $2, $3, $3 from one)
       insert into app_user (id, club, role, firstname, lastname, email, logins, last_login, created_at, updated_at)
       select id, $2, role, firstname, lastname, email, at % 50,
         case when at % 7 > 0 then $3::timestamptz - at * interval '11 minutes' end, $3::timestamptz - at * interval '1 hour', $3 from one`,
      [json, club, '2026-11-01T08:00:00Z'],
    );
  }
  await database.sql('vacuum analyze auth_user, app_user');
  return people.map(({ id }) => id);
}

/** Gives users a password, all the same one. */
export async function givePassword(database: StageDatabase, ids: string[], password: string): Promise<void> {
  await database.sql(
    `insert into auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
     select gen_random_uuid(), id, 'credential', id, $2, now(), now() from unnest($1::uuid[]) as id`,
    [ids, await hashPassword(password)],
  );
}

/** Opens a session without the sign-in, which the rate limits and the password hash would slow down; gives the cookie. */
export async function openSession(database: Pick<StageDatabase, 'sql'>, userId: string): Promise<string> {
  const token = randomUUID();
  await database.sql(
    `insert into auth_session (id, token, user_id, expires_at, confirmed_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, now() + interval '7 days', now(), now(), now())`,
    [secretHash(token), userId],
  );
  return `vereinsportal.session=${token}.unsigned`;
}

/** A session of the account of a role. */
export async function sessionOf(database: Pick<StageDatabase, 'sql'>, role: Role, club: ClubName = 'RWA'): Promise<string> {
  const [user] = await database.sql<{ id: string }>('select id from app_user where email = $1', [`${role}@${club.toLowerCase()}.test`]);
  if (!user) throw new Error(`no account for ${role} of ${club}`);
  return openSession(database, user.id);
}

function seededId(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
