import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** How many records of one kind name each of some departments; those without any are left out. */
export type DepartmentUse = {
  /** Singular and plural: Mitglied, Mitglieder. */
  words: readonly [one: string, several: string];
  count: (tx: Transaction, departmentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

/** What departments need from the floors above. */
export type DepartmentPorts = {
  /** The names of people of a club; unknown ones are left out. */
  namesOf: (tx: Transaction, club: ClubName, personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** How many are members of each department today. */
  membersToday: DepartmentUse['count'];
  /** How many offers are planned or run in each department. */
  offers: DepartmentUse['count'];
  /** Ends the memberships of a department with a day; gives how many. */
  endMemberships: (tx: Transaction, departmentId: string, day: string) => Promise<number>;
  /** Lets those memberships go on that `endMemberships` ended; gives how many. */
  reopenMemberships: (tx: Transaction, departmentId: string, day: string) => Promise<number>;
  /** Everything that names departments, now or once: it stands in the way of deleting one. */
  uses: readonly DepartmentUse[];
};
