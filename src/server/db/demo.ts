import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { roles, roleNames, type Role } from '#shared/kernel/access.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { fillNews } from './demoNews.ts';
import { fillOrganisations } from './demoOrganisations.ts';
import { fillSeasons } from './demoSeasons.ts';
import { fillContentPages } from './demoPages.ts';
import { faultOf, storePassword } from '#server/accounts/sessions/storedPassword.ts';
import { hashPassword } from '#server/accounts/sessions/passwords.ts';
import { authUser } from '#server/accounts/sessions/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Database, type Reader, type Write, type Transaction } from '#server/platform/database/database.ts';
import { defaultDemoPassword, type Settings } from '#server/platform/process/settings.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { systemValue } from '#server/platform/database/tables.ts';
import { makeUser } from '#server/accounts/users/service.ts';

const stateName = 'demo';

const firstnames: { readonly [club in ClubName]: { readonly [role in Role]: string } } = {
  RWA: { reader: 'Rosa', trainer: 'Till', editor: 'Edda', admin: 'Anton', super: 'Svea' },
  SCB: { reader: 'Ruben', trainer: 'Thea', editor: 'Emil', admin: 'Alma', super: 'Sören' },
  GSV: { reader: 'Ronja', trainer: 'Tom', editor: 'Elif', admin: 'Armin', super: 'Sina' },
};

const lastnames: { readonly [club in ClubName]: string } = { RWA: 'Rotmuster', SCB: 'Blaumuster', GSV: 'Goldmuster' };

/** Whether nobody can sign in yet. */
export async function isEmpty({ orm }: { orm: Reader }): Promise<boolean> {
  const [row] = await orm
    .select({ one: sql`1` })
    .from(authUser)
    .limit(1);
  return !row;
}

/** What the database says about itself: a demonstration, with the password that everybody knows or an own one, or one that was cleared. */
export type DemoState = 'default-password' | 'own-password' | 'cleared' | undefined;

/** Whether a database in this state is a demonstration. */
export function isDemo(state: DemoState): boolean {
  return state === 'default-password' || state === 'own-password';
}

/** What a database is. */
export async function readDemoState({ orm }: Pick<Database, 'orm'>): Promise<DemoState> {
  const [row] = await orm.select().from(systemValue).where(eq(systemValue.name, stateName));
  return row?.value as DemoState;
}

/** Marks the database as a demonstration, or as one no longer. */
export async function setDemoState(tx: Pick<Transaction, 'insert'>, value: NonNullable<DemoState>): Promise<void> {
  await tx.insert(systemValue).values({ name: stateName, value }).onConflictDoUpdate({ target: systemValue.name, set: { value } });
}

/**
 * Fills a new database with the demonstration where the settings want one, and says what the database is then.
 * Everybody knows the fixed password of the demonstration, so it must not stand where others can reach the server.
 */
export async function prepareDemo(services: Services): Promise<DemoState> {
  const { settings, database } = services;
  const state = await readDemoState(database);
  if (state === 'default-password' && settings.reachable) {
    throw new StartError(
      'Andere können diesen Server erreichen, und die Demonstrationskonten haben das allgemein bekannte Passwort: Bitte erst `npm run demo -- --clear` ausführen.',
    );
  }
  const isWanted = settings.DEMO ?? (!settings.DATABASE_URL && state === undefined);
  if (!isWanted || !(await isEmpty(database))) return state;
  await refuseKnownPassword(settings);
  await fillDemo(services);
  return readDemoState(database);
}

/** Where others can reach the server, the accounts of the demonstration, whose addresses everybody knows, need a password that nobody guesses. */
export async function refuseKnownPassword(settings: Settings): Promise<void> {
  if (!settings.reachable) return;
  const { DEMO_PASSWORD = '' } = settings;
  const fault = await faultOf(settings, DEMO_PASSWORD, { role: 'super', words: [...clubNames, defaultDemoPassword] });
  if (fault)
    throw new StartError(
      `Andere können diesen Server erreichen: Bitte DEMO=off setzen oder für die Demonstrationsdaten ein eigenes DEMO_PASSWORD.${DEMO_PASSWORD && ` ${fault}`}`,
    );
}

/** Fills an empty database with the demonstration, all or nothing; with that many members in RWA and half as many in SCB. */
export async function fillDemo(services: Services, members?: number): Promise<void> {
  const generators = await Promise.all(prepare.map((one) => one(services)));
  await services.database.write(everyClub, async (write) => {
    await waitForOthers(write.tx);
    if (!(await isEmpty({ orm: write.tx }))) return;
    for (const generate of generators) await generate(write);
    await fillClubs(write, members);
    await setDemoState(write.tx, services.settings.DEMO_PASSWORD ? 'own-password' : 'default-password');
    write.audit('users.create', { club: 'RWA', by: { name: 'Demonstration' } }, 'Demonstrationsdaten angelegt');
  });
}

/** Two first starts on one database: the second lets the first one fill it. It asks again and again, since no statement may wait that long. */
async function waitForOthers(tx: Transaction): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await tx.execute<{ isMine: boolean }>(sql`select pg_try_advisory_xact_lock(20261123) as "isMine"`);
    if (rows[0]?.isMine) return;
    await setTimeout(200);
  }
  throw new StartError('Ein anderer Start füllt die Demonstration seit über einer Minute. Bitte später noch einmal starten.');
}

/** Prepares a part of the demonstration outside the transaction, and gives what writes it. */
type Generator = (services: Services) => Promise<(write: Write) => Promise<void>>;

/** One account per role and club, `{role}@{club}.test`, all invented. */
const accounts: Generator = async ({ settings }) => {
  const hash = await hashPassword(settings.demoPassword);
  return async (write) => {
    for (const club of clubNames) {
      for (const role of roleNames) {
        const person = { firstname: firstnames[club][role], lastname: lastnames[club], email: demoEmail(role, club), club };
        const id = randomUUID();
        await write.tx.insert(authUser).values({
          ...person,
          id,
          name: fullName(person),
          emailVerified: true,
          createdAt: now(),
          updatedAt: now(),
        });
        await storePassword(write.tx, id, hash);
        await makeUser(write, { ...person, id, role });
      }
    }
  };
};

/** Halls and grounds with their bookings; loaded only where a demonstration is made. */
const facilities: Generator = async () => (await import('./demoFacilities.ts')).demoFacilities;

/** Offers with their people; loaded only where a demonstration is made. */
const courses: Generator = async () => (await import('./demoCourses.ts')).fillCourses;

/** Courses in halls, once both are there. */
const courseHalls: Generator = async () => (await import('./demoCourseHalls.ts')).fillCourseHalls;

/** Hours of trainers, from the dates that were held. */
const hours: Generator = async () => (await import('./demoHours.ts')).fillHours;

/** What those who lead can show; loaded only where a demonstration is made. */
const trainers: Generator = async () => async (write) => {
  const { fillTrainers } = await import('./demoTrainers.ts');
  for (const club of ['RWA', 'SCB'] as const) await fillTrainers(write, club);
};

/** Cards for several visits with what was taken from them; loaded only where a demonstration is made. */
const cards: Generator = async () => (await import('./demoOffers/cards.ts')).fillCards;

/** A round of the holiday programme that takes wishes; loaded only where a demonstration is made. */
const holiday: Generator = async () => (await import('./demoOffers/holiday.ts')).fillHoliday;

/** What is owed and paid for courses; loaded only where a demonstration is made. */
const charges: Generator = async () => (await import('./demoCharges.ts')).fillCharges;

/** Members of the two clubs that have departments by now, and helper lists with some of them; loaded only where a demonstration is made. */
async function fillClubs(write: Write, members = 400): Promise<void> {
  const { fillMembers } = await import('./demoMembers.ts');
  const { fillRequests } = await import('./demoRequests.ts');
  await fillMembers(write, 'RWA', members);
  await fillMembers(write, 'SCB', Math.round(members / 2));
  const { fillHelperLists } = await import('./demoHelperLists.ts');
  await fillHelperLists(write);
  const { fillMails } = await import('./demoMails.ts');
  await fillMails(write);
  await fillRequests(write, 'RWA');
  await fillRequests(write, 'SCB');
  const { fillPrivacyCases, fillProcessors } = await import('./demoPrivacy.ts');
  await fillPrivacyCases(write, 'RWA');
  await fillProcessors(write, 'RWA');
  const { fillConsents, fillConsentTexts } = await import('./demoConsents.ts');
  for (const club of ['RWA', 'SCB'] as const) await fillConsents(write, club);
  await fillConsentTexts(write);
  const { fillFees } = await import('./demoFees.ts');
  await fillFees(write);
}

/** The parts of the demonstration in the order in which they are written; each feature adds its own. */
const prepare: readonly Generator[] = [
  accounts,
  async () => fillContentPages,
  async () => fillNews,
  courses,
  charges,
  cards,
  holiday,
  hours,
  trainers,
  facilities,
  async () => fillOrganisations,
  async () => fillSeasons,
  courseHalls,
];

/** The demonstration sign-ins, a line per club and role, for the terminal. */
export function demoSignIns(): string[] {
  return clubNames.flatMap((club) => roles.map((role) => `  ${demoEmail(role.name, club).padEnd(18)} ${role.displayName}`));
}

function demoEmail(role: Role, club: ClubName): string {
  return `${role}@${club.toLowerCase()}.test`;
}
