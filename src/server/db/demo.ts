import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { roles, roleNames, type Role } from '#shared/kernel/roles.ts';
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

/** Whether the database has no accounts. */
export async function isEmpty({ orm }: { orm: Reader }): Promise<boolean> {
  const [row] = await orm
    .select({ one: sql`1` })
    .from(authUser)
    .limit(1);
  return !row;
}

/** The stored state of a database: a demo with the well-known or an own password, a cleared demo, or no demo. */
export type DemoState = 'default-password' | 'own-password' | 'cleared' | undefined;

/** Whether a database in this state contains demo data. */
export function isDemo(state: DemoState): boolean {
  return state === 'default-password' || state === 'own-password';
}

/** Reads the stored state of a database. */
export async function readDemoState({ orm }: Pick<Database, 'orm'>): Promise<DemoState> {
  const [row] = await orm.select().from(systemValue).where(eq(systemValue.name, stateName));
  return row?.value as DemoState;
}

/** Stores the state of a database. */
export async function setDemoState(tx: Pick<Transaction, 'insert'>, value: NonNullable<DemoState>): Promise<void> {
  await tx.insert(systemValue).values({ name: stateName, value }).onConflictDoUpdate({ target: systemValue.name, set: { value } });
}

/**
 * Fills a new database with demo data if the settings want it; returns the state. Refuses to start with the well-known demo password on a
 * server that others can reach.
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

/** If others can reach the server, the demo accounts, whose addresses are well-known, need a password that cannot be guessed. */
export async function refuseKnownPassword(settings: Settings): Promise<void> {
  if (!settings.reachable) return;
  const { DEMO_PASSWORD = '' } = settings;
  const fault = await faultOf(settings, DEMO_PASSWORD, { role: 'super', words: [...clubNames, defaultDemoPassword] });
  if (fault)
    throw new StartError(
      `Andere können diesen Server erreichen: Bitte DEMO=off setzen oder für die Demonstrationsdaten ein eigenes DEMO_PASSWORD.${DEMO_PASSWORD && ` ${fault}`}`,
    );
}

/** Fills an empty database with demo data in one transaction, with `members` members in RWA and half as many in SCB. */
export async function fillDemo(services: Services, members?: number): Promise<void> {
  const generators = await Promise.all(prepare.map((one) => one(services)));
  await services.database.writeLong(everyClub, async (write) => {
    await waitForOthers(write.tx);
    if (!(await isEmpty({ orm: write.tx }))) return;
    for (const generate of generators) await generate(write);
    await fillClubs(write, members);
    await setDemoState(write.tx, services.settings.DEMO_PASSWORD ? 'own-password' : 'default-password');
    write.audit('users.create', { club: 'RWA', by: { name: 'Demonstration' } }, 'Demonstrationsdaten angelegt');
  });
}

/**
 * If two servers start on an empty database, the second waits until the first has filled it. Polls, because a blocking lock would exceed
 * the statement timeout.
 */
async function waitForOthers(tx: Transaction): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await tx.execute<{ isMine: boolean }>(sql`select pg_try_advisory_xact_lock(20261123) as "isMine"`);
    if (rows[0]?.isMine) return;
    await setTimeout(200);
  }
  throw new StartError('Ein anderer Start füllt die Demonstration seit über einer Minute. Bitte später noch einmal starten.');
}

/** Prepares a part of the demo outside the transaction; returns the function that writes it. */
type Generator = (services: Services) => Promise<(write: Write) => Promise<void>>;

/** One account per role and club, `{role}@{club}.test`. */
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

/** Facilities with bookings. This and the following modules are imported only when demo data is created. */
const facilities: Generator = async () => (await import('./demoFacilities.ts')).demoFacilities;

/** Courses with participants. */
const courses: Generator = async () => (await import('./demoCourses.ts')).fillCourses;

/** Hall bookings of courses; needs both. */
const courseHalls: Generator = async ({ settings }) => {
  const { fillCourseHalls } = await import('./demoCourseHalls.ts');
  return (write) => fillCourseHalls(settings, write);
};

/** Hour sheets of trainers, from held sessions. */
const hours: Generator = async () => (await import('./demoHours.ts')).fillHours;

/** Expenses of members. */
const expenses: Generator = async () => (await import('./demoExpenses.ts')).fillExpenses;

/** Qualifications of trainers. */
const trainers: Generator = async () => async (write) => {
  const { fillTrainers } = await import('./demoTrainers.ts');
  for (const club of ['RWA', 'SCB'] as const) await fillTrainers(write, club);
};

/** Cards for several visits, with visits. */
const cards: Generator = async () => (await import('./demoOffers/cards.ts')).fillCards;

/** A holiday round that takes wishes. */
const holiday: Generator = async () => (await import('./demoOffers/holiday.ts')).fillHoliday;

/** Charges and payments of courses. */
const charges: Generator = async () => (await import('./demoCharges.ts')).fillCharges;

/** Members of the two clubs whose departments exist by now, and data that needs them. */
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

/** The parts of the demo in the order in which they are written; each feature adds its own. */
const prepare: readonly Generator[] = [
  accounts,
  async () => fillContentPages,
  async () => fillNews,
  courses,
  charges,
  cards,
  holiday,
  hours,
  expenses,
  trainers,
  facilities,
  async () => fillOrganisations,
  async () => fillSeasons,
  courseHalls,
];

/** The demo accounts for the terminal, one line per club and role. */
export function demoSignIns(): string[] {
  return clubNames.flatMap((club) => roles.map((role) => `  ${demoEmail(role.name, club).padEnd(18)} ${role.displayName}`));
}

function demoEmail(role: Role, club: ClubName): string {
  return `${role}@${club.toLowerCase()}.test`;
}
