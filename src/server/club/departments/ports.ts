import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The number of records of one kind by department id; departments without any are omitted. */
export type DepartmentUse = {
  /** Singular and plural: Mitglied, Mitglieder. */
  words: readonly [one: string, several: string];
  count: (tx: Transaction, departmentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

/** The ports of departments to higher layers. */
export type DepartmentPorts = {
  /** The names of persons of a club by id; unknown ones are omitted. */
  namesOf: (tx: Transaction, club: ClubName, personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The number of current members of each department. */
  membersToday: DepartmentUse['count'];
  /** The number of planned or running courses of each department. */
  offers: DepartmentUse['count'];
  /** What membership in each department costs today, in words, rule by rule; departments without a fee are omitted. */
  fees: (tx: Transaction, club: ClubName, departmentIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ends the memberships of a department on a day (YYYY-MM-DD); returns their number. */
  endMemberships: (tx: Transaction, departmentId: string, day: string) => Promise<number>;
  /** Reopens the memberships that `endMemberships` ended; returns their number. */
  reopenMemberships: (tx: Transaction, departmentId: string, day: string) => Promise<number>;
  /** All current or past references to departments; any of them prevents deletion. */
  uses: readonly DepartmentUse[];
};
