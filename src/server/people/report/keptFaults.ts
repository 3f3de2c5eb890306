import { and, eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Collection } from '#shared/kernel/collections.ts';
import { isReportDue, nextKeyDate } from '#shared/people/report/reportAdapters.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { readClubVersion } from '#server/platform/database/versions.ts';
import type { Services } from '#server/platform/http/context.ts';
import { KeptAnswers } from '#server/platform/http/keptAnswers.ts';
import { today } from '#server/platform/process/clock.ts';
import { readCauses } from './causes.ts';
import { membersOn } from './members.ts';
import { readProfile } from './profile.ts';
import { reportSnapshot } from './table.ts';

/** Collections whose changes affect the number of faults: people, memberships, their departments with federations, the profile, snapshots. */
const countedCollections: readonly Collection[] = ['members', 'departments'];
const entryBytes = 64;

/** Caches the number of faults in the next report of each club: reading all members takes too long for every dashboard. */
export class KeptReportFaults {
  readonly #database: Services['database'];
  readonly #counts = new KeptAnswers<number>(64 * 1024, () => entryBytes, { isTimeless: true });

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
  }

  /** The number of faults in the next report, as the cockpit lists them; 0 outside of its season and once it is handed in. */
  async count(club: ClubName): Promise<number> {
    if (!isReportDue(today())) return 0;
    const keyDate = nextKeyDate(today());
    const version = await readClubVersion(this.#database, club, countedCollections);
    return this.#counts.read(`${club} ${keyDate}`, version, () => this.#database.read({ club }, (tx) => countFaults(tx, club, keyDate)));
  }
}

async function countFaults(tx: Transaction, club: ClubName, keyDate: string): Promise<number> {
  const [handedIn] = await tx
    .select({ id: reportSnapshot.id })
    .from(reportSnapshot)
    .where(and(eq(reportSnapshot.club, club), eq(reportSnapshot.keyDate, keyDate), eq(reportSnapshot.state, 'handedIn')));
  if (handedIn) return 0;
  const [members, profile] = [await membersOn(tx, club, keyDate), await readProfile(tx, club)];
  const causes = await readCauses(tx, club, { members, keyDate, profile });
  return causes.reduce((sum, { count }) => sum + count, 0);
}
