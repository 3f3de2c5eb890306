import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { Transaction, Write } from './database.ts';
import type { SealedColumn } from './sealing.ts';

/** A person as the wings look for their data: by the record, and by what is kept without referring to a record. */
export type Subject = {
  id: string;
  club: ClubName;
  firstname: string;
  lastname: string;
  birthDate: string | null;
  /** In small letters. */
  email: string | null;
  /** The address in small letters, where nobody else of the club has the same; families share one. */
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
  /** What they are called in the export. */
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

/** What else the export shows, read from these tables. */
export type PersonalPart<Whom> = {
  title: string;
  tables: readonly PgTable[];
  read: (tx: Transaction, whom: Whom) => Promise<PersonalRow[]>;
};

/** Whom an export is about: the record, those merged into it, and the accounts that are the person's own. */
export type Exported = { people: readonly Subject[]; accountIds: readonly string[] };

/** What an erasure removes. */
type Gone = { what: string; count: number };

/** What an erasure leaves under a pseudonym: until which day (null: for good), and why. */
export type Kept = Gone & { until: string | null; why: string };

/** What ends with a life, and what is left for others to see to; each as a sentence. */
type LifeEnd = { ends?: string[]; remains?: string[] };

/** What the end of a seat or a shift needs: who writes it down, and the settings for the mails of promoted people. */
export type EndingWrite = { write: Write; settings: Settings; actor: { userId?: string | undefined; name: string } };

/** Two records of one person, by their ids. */
export type Merge = { kept: string; other: string };

/**
 * What one room keeps about people. Each wing describes its own tables; the list of all stands in src/server/personalData.ts.
 * A test compares it with the schema: a table that nobody describes, or a key to a person that no merge moves, is found there.
 */
export type PersonalData = {
  /** Rows that refer to a person: the export shows them. */
  records?: readonly PersonalRecords[];
  names?: readonly PersonalNames[];
  /** What the export finds by address, name or folder. */
  beside?: readonly PersonalPart<Exported>[];
  /** What the export adds for a person who has an account of their own. */
  ofAccounts?: readonly PersonalPart<readonly string[]>[];
  /** What must be settled before an erasure, each as a sentence. */
  blockers?: (tx: Transaction, subject: Subject) => Promise<string[]>;
  goes?: (tx: Transaction, subject: Subject) => Promise<Gone[]>;
  stays?: (tx: Transaction, subject: Subject) => Promise<Kept[]>;
  /** Deletes or empties what is kept about a person, but for what the law keeps. A second time it changes nothing. */
  erase?: (tx: Transaction, subject: Subject) => Promise<void>;
  /** What the death of a person ends here, as a preview says it. */
  atDeath?: (tx: Transaction, subject: Subject) => Promise<LifeEnd>;
  /** Ends it, with the day of the death as the last one; nobody is written to. */
  endLife?: (needs: EndingWrite, subject: Subject, day: LocalDate) => Promise<void>;
  /** What goes by the clock, each in a write of its own; gives how many rows went. */
  retention?: readonly { name: string; forget: (write: Write) => Promise<number> }[];
  /** Whether a person, by the column with their id, is still needed, or was here since a day. */
  isNeeded?: (personId: PgColumn, since: SQL) => SQL;
  /** The columns that name the other person after a merge. */
  moves?: readonly PgColumn[];
  /** Rows that say nothing any more once one of their two people is merged; they go. */
  dissolves?: readonly PgColumn[];
  /** Settles what both have in a place for one, before the columns move. */
  beforeMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Brings along what follows the moved columns. */
  afterMerge?: (tx: Transaction, merge: Merge) => Promise<void>;
  /** Columns that refer to an account; the database empties them, or removes the row, when the account is deleted. */
  accounts?: readonly PgColumn[];
  /** Columns whose values stand encrypted: sealed at the start, and again when the key changes. */
  sealed?: readonly SealedColumn[];
  /** Columns in which somebody may be named without a reference, e.g. free text. No erasure looks into them. */
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
