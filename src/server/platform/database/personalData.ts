import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { Transaction, Write } from './database.ts';
import type { SealedColumn } from './sealing.ts';

/** A person whose data are searched: by the id of the record, and by values for tables without a reference to it. */
export type Subject = {
  id: string;
  club: ClubName;
  firstname: string;
  lastname: string;
  birthDate: string | null;
  /** In lower case. */
  email: string | null;
  /** The address in lower case if nobody else in the club has it; families share addresses. */
  ownEmail: string | null;
  /** The records that were merged into this one. */
  mergedIds: readonly string[];
  /** The ids under which the audit log refers to the person: those of the record and of the memberships. */
  loggedAs: readonly string[];
};

/** A row as shown to the person, by column name. */
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
 * The personal data of one room. Each wing describes its own tables; src/server/personalData.ts lists them all. A test compares the list
 * with the schema and finds undescribed tables and keys to a person that no merge moves.
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
  /** Deletes or empties the data of a person, except for legally retained records. Idempotent. */
  erase?: (tx: Transaction, subject: Subject) => Promise<void>;
  /** The records that the death of a person ends here, for the preview. */
  atDeath?: (tx: Transaction, subject: Subject) => Promise<LifeEnd>;
  /** Ends these records, with the day of death as the last one; sends no emails. */
  endLife?: (needs: EndingWrite, subject: Subject, day: LocalDate) => Promise<void>;
  /** Deletes expired records, each kind in its own write; returns the number. */
  retention?: readonly { name: string; forget: (write: Write) => Promise<number> }[];
  /** SQL for whether a person, given by the column with the id, is still referred to, or was active since `since`. */
  isNeeded?: (personId: PgColumn, since: SQL) => SQL;
  /** The columns that name the other person after a merge. */
  moves?: readonly PgColumn[];
  /** Rows that become meaningless once one of their two people is merged; they are deleted. */
  dissolves?: readonly PgColumn[];
  /** Takes the locks that other writes take before those of people, e.g. on accounts; called before a merge locks the records. */
  lock?: (tx: Transaction, personIds: readonly string[]) => Promise<void>;
  /** Resolves conflicts of unique rows, before the columns move. */
  beforeMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Updates records that depend on the moved columns. */
  afterMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Columns that refer to an account; when the account is deleted, the database sets them to null or deletes the row. */
  accounts?: readonly PgColumn[];
  /** Encrypted columns: encrypted at the start, and again when the key changes. */
  sealed?: readonly SealedColumn[];
  /** Columns that may name a person without a reference, e.g. free text. Erasure does not search them. */
  mayName?: readonly PgColumn[];
  /** Tables of the room that an erasure may ignore, with the reason. */
  leftAlone?: readonly { table: PgTable; why: string }[];
};

const rowsAtMost = 1000;

/** The rows of a query by column name, oldest first, at most 1000; the query must select `created_at`. */
export async function readRows(tx: Transaction, query: SQL): Promise<PersonalRow[]> {
  const { rows } = await tx.execute<{ row: PersonalRow }>(
    sql`select to_jsonb(found) as row from (${query}) as found order by found.created_at limit ${rowsAtMost}`,
  );
  return rows.map(({ row }) => row);
}
