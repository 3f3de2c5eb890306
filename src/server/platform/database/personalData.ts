import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { Transaction, Write } from './database.ts';
import type { SealedColumn } from './sealing.ts';

/** A person as the wings look for their data: by the record, and by values without a reference to it. */
export type Subject = {
  id: string;
  club: ClubName;
  firstname: string;
  lastname: string;
  birthDate: string | null;
  /** In lower case. */
  email: string | null;
  /** The address in lower case, where nobody else of the club has the same; families share one. */
  ownEmail: string | null;
  /** The records that were merged into this one. */
  mergedIds: readonly string[];
  /** The ids under which the audit log knows the person: of the record and of the memberships. */
  loggedAs: readonly string[];
};

/** A row as it is shown to the person, by the names of its columns. */
export type PersonalRow = { [column: string]: unknown };

/** Rows that refer to a person. */
export type PersonalRecords = {
  /** Their title in the export. */
  title: string;
  /** The columns of one table that refer to a person, or to a row of `of`. */
  by: readonly [PgColumn, ...PgColumn[]];
  /** The table between: rows that belong to a person's row of this table. */
  of?: PgTable;
};

/** Names for the ids in one column of the exported rows. */
type PersonalNames = {
  column: string;
  /** The field that the name is put into. */
  as: string;
  read: (tx: Transaction, ids: readonly string[]) => Promise<readonly { id: string; name: string }[]>;
};

/** Further tables of the export. */
export type PersonalPart<Whom> = {
  title: string;
  tables: readonly PgTable[];
  read: (tx: Transaction, whom: Whom) => Promise<PersonalRow[]>;
};

/** The subject of an export: the record, those merged into it, and the accounts that are the person's own. */
export type Exported = { people: readonly Subject[]; accountIds: readonly string[] };

/** The records that an erasure deletes. */
type Gone = { what: string; count: number };

/** The records that an erasure keeps under a pseudonym: until which day (null: for good), and why. */
export type Kept = Gone & { until: string | null; why: string };

/** The records that end with a death, and the tasks left for others; each as a sentence. */
type LifeEnd = { ends?: string[]; remains?: string[] };

/** The context for ending a seat or a shift: the actor, and the settings for the mails of promoted people. */
export type EndingWrite = { write: Write; settings: Settings; actor: { userId?: string | undefined; name: string } };

/** Two records of one person, by their ids. */
export type Merge = { kept: string; other: string };

/**
 * The personal data of one room. Each wing describes its own tables; the list of all stands in src/server/personalData.ts.
 * A test compares it with the schema: an undescribed table, or a key to a person that no merge moves, is found there.
 */
export type PersonalData = {
  /** Rows that refer to a person: the export shows them. */
  records?: readonly PersonalRecords[];
  names?: readonly PersonalNames[];
  /** Records that the export finds by address, name or folder. */
  beside?: readonly PersonalPart<Exported>[];
  /** Records that the export adds for a person with an account of their own. */
  ofAccounts?: readonly PersonalPart<readonly string[]>[];
  /** The obstacles to an erasure, each as a sentence. */
  blockers?: (tx: Transaction, subject: Subject) => Promise<string[]>;
  goes?: (tx: Transaction, subject: Subject) => Promise<Gone[]>;
  stays?: (tx: Transaction, subject: Subject) => Promise<Kept[]>;
  /** Deletes or empties the data of a person, but for legally retained records. A second call changes nothing. */
  erase?: (tx: Transaction, subject: Subject) => Promise<void>;
  /** The records that the death of a person ends here, for the preview. */
  atDeath?: (tx: Transaction, subject: Subject) => Promise<LifeEnd>;
  /** Ends it, with the day of the death as the last one; nobody is written to. */
  endLife?: (needs: EndingWrite, subject: Subject, day: LocalDate) => Promise<void>;
  /** Deletes expired records, each in a write of its own; gives their number. */
  retention?: readonly { name: string; forget: (write: Write) => Promise<number> }[];
  /** Whether a person, by the column with their id, is still referred to, or was active since a day. */
  isNeeded?: (personId: PgColumn, since: SQL) => SQL;
  /** The columns that name the other person after a merge. */
  moves?: readonly PgColumn[];
  /** Rows that become meaningless once one of their two people is merged; they are deleted. */
  dissolves?: readonly PgColumn[];
  /** Resolves conflicts of unique rows, before the columns move. */
  beforeMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Updates records that depend on the moved columns. */
  afterMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Columns that refer to an account; the database empties them, or deletes the row, when the account is deleted. */
  accounts?: readonly PgColumn[];
  /** Columns whose values stand encrypted: sealed at the start, and again when the key changes. */
  sealed?: readonly SealedColumn[];
  /** Columns in which a person may be named without a reference, e.g. free text. No erasure looks into them. */
  mayName?: readonly PgColumn[];
  /** Tables of the room that an erasure need not look at, with the reason. */
  leftAlone?: readonly { table: PgTable; why: string }[];
};

const rowsAtMost = 1000;

/** The rows of a query, the oldest first, by the names of its columns; it must give `created_at`. */
export async function readRows(tx: Transaction, query: SQL): Promise<PersonalRow[]> {
  const { rows } = await tx.execute<{ row: PersonalRow }>(
    sql`select to_jsonb(found) as row from (${query}) as found order by found.created_at limit ${rowsAtMost}`,
  );
  return rows.map(({ row }) => row);
}
