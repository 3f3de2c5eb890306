import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { now, today } from '../process/clock.ts';
import { noteErasures, type Erasure } from './erasures.ts';
import { HostClient, reaching } from './connecting/hosts.ts';
import { PatientPool, StrictPool, withinTransaction } from './connecting/pools.ts';
import { Patience, acquire, usualWaitMs } from './connecting/take.ts';
import { Lane } from './lane.ts';
import { answerTimeoutMs, longAnswerMs, PooledClient, PreparingClient } from './preparing.ts';
import {
  auditEntry,
  recordAllButLast,
  type Actor,
  type AuditEntry,
  type Audit,
  type LastStatement,
  type Notice,
} from './auditAndNotices.ts';

/** Where a database is: its URL, which may name several servers, or the folder of its Unix socket. */
export type Connection = string | { host: string; database: string };

/**
 * The scope of a transaction: the club, and the user, whose personal rows are visible. Enforced by row security in the database, in
 * addition to the access checks of the code.
 */
export type Scope = { club: string; userId?: string };

/** The scope of jobs, commands and sign-in: all clubs. */
export const everyClub: Scope = { club: '*' };

/** A database transaction; nested transactions are not available. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>;

/** For reading rows that belong to no person, outside or inside a transaction. */
export type Reader = Pick<Transaction, 'select'>;

/** A writing transaction; it also collects what is recorded when it commits. */
export type Write = {
  tx: Transaction;
  /**
   * Adds an entry to the audit log within this transaction: the operation, the record, the German text and the changes. The actor is that
   * of the write unless the record names another one with `by`.
   */
  audit: Audit;
  /** Notifies the permitted browsers of a change in a collection once this transaction is committed. */
  changed(notice: Notice): void;
  /** Sends a statement together with the commit, before the audit entries, without waiting for its result. */
  atEnd(statement: LastStatement): void;
  /** Records that somebody was permanently erased, so that restoring a backup does not bring them back. */
  erased(kind: Erasure['kind'], id: string): void;
};

export type DatabaseOptions = {
  user?: string;
  connections: number;
  /** The timeout for getting a connection; `usualWaitMs` by default. */
  connectionWaitMs?: number;
  /** The connection goes through a pooler in transaction mode. */
  isPooled?: boolean;
  /** Throws when a second connection is taken within a transaction. Enabled in tests; in production the request continues. */
  isStrict?: boolean;
  /** Called with the erasures once they are committed. */
  keepErasures?: (erasures: readonly Erasure[]) => void;
};

export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens a pool of at most `connections`. Every query times out after 3.5 s, even on an unresponsive connection; getting a connection and
 * its first answer after 3.9 s. Reads leave a quarter of the connections to writes: when a change triggers reads from many clients, the
 * next write does not wait behind them.
 */
export function openDatabase(connection: Connection, options: DatabaseOptions) {
  const { user, connections, isPooled = false, isStrict = false, keepErasures, connectionWaitMs = usualWaitMs } = options;
  const pool = new (isStrict ? StrictPool : PatientPool)({
    ...connectionOptions(connection, user),
    Client: isPooled ? PooledClient : PreparingClient,
    // A statement may be sent before the answer to the previous one has arrived.
    pipeline: true,
    max: connections,
    connectionTimeoutMillis: connectionWaitMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    allowExitOnIdle: false,
  });
  pool.on('connect', (client) => void (client instanceof PreparingClient && client.setLimits()));
  // Without a listener, losing an idle connection would end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  const orm: NodePgDatabase = drizzle({ client: pool });
  const readers = new Lane(connections - Math.floor(connections / 4), connectionWaitMs);
  const writing =
    (answerMs?: number) =>
    async <T>(scope: Scope, work: (write: Write) => Promise<T>, actor?: Actor): Promise<T> => {
      const erasures: Erasure[] = [];
      const transaction = { scope, answerMs, patience: new Patience(connectionWaitMs) };
      const result = await transact(pool, transaction, async (tx) => {
        const audits: AuditEntry[] = [];
        const notices: Notice[] = [];
        const last: LastStatement[] = [];
        noticesOf.set(tx, notices);
        const answer = await work({
          tx,
          audit: (action, record, text, changes) => void audits.push(auditEntry(actor, action, record, text, changes)),
          changed: (notice) => notices.push(notice),
          atEnd: (statement) => last.push(statement),
          erased: (kind, id) => erasures.push({ kind, id, erasedAt: now() }),
        });
        await noteErasures(tx, erasures);
        const entries = await recordAllButLast(tx, audits, notices);
        return { answer, last: entries ? [...last, entries] : last };
      });
      if (erasures.length > 0) keepErasures?.(erasures);
      return result;
    };
  return {
    pool,
    /** The number of requests that wait for a connection. */
    waiting: () => pool.waitingCount + readers.waiting,
    /** Queries outside a transaction, for rows that belong to no person. */
    orm,
    /** Runs reading queries within a scope, on one snapshot. */
    read: <T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> =>
      look(pool, readers, new Patience(connectionWaitMs), 'begin isolation level repeatable read read only', scope, work),
    /** Runs one write atomically, with its audit entries and notices. `actor` is recorded in the audit entries. */
    write: writing(),
    /** Like `write`, for the rare one whose statements may each take minutes on a slow machine: nobody waits for its answer. */
    writeLong: writing(longAnswerMs),
    close: () => pool.end(),
  };
}

/** The current club scope of each running transaction. */
const scopes = new WeakMap<Transaction, string>();

/** The notices of each running write, for code that only receives its transaction. */
const noticesOf = new WeakMap<Transaction, Notice[]>();

/** Notifies of a change with the write that `tx` belongs to; does nothing in a reading transaction. */
export function noteChange(tx: Transaction, notice: Notice): void {
  noticesOf.get(tx)?.push(notice);
}

/** Runs `work` beside a running transaction, on its own connection, e.g. to record progress. The transaction must not wait for it. */
export function runBesideTransaction(work: () => Promise<unknown>): Promise<unknown> {
  return withinTransaction.run(false, work);
}

/** A single connection outside the pool, for listening or for migrations. */
export function openClient(connection: Connection, user?: string): pg.Client {
  return new HostClient({ ...connectionOptions(connection, user), connectionTimeoutMillis: usualWaitMs, keepAlive: true });
}

/** The PostgreSQL error code of a failed query, e.g. 23505; undefined for other errors. */
export const sqlState = (error: unknown): string | undefined => saidBy(error)?.code;

/** The name of the constraint that a failed query violated; undefined for other errors. */
export const brokenConstraint = (error: unknown): string | undefined => saidBy(error)?.constraint;

/** The underlying error of PostgreSQL. */
function saidBy(error: unknown): pg.DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof pg.DatabaseError) return current;
  return undefined;
}

/** Names the process of each connection, so that pg_stat_activity shows it; an application name in the URL takes precedence. */
function connectionOptions(connection: Connection, user?: string): pg.ClientConfig {
  const named = { fallback_application_name: `vereinsportal ${process.pid}` };
  return typeof connection === 'string' ? { ...reaching(connection), ...named } : { ...connection, user, ...named };
}

/** Runs `work` in the scope of all clubs, for a rule that concerns all of them, and restores the scope afterwards. */
export async function inAllClubs<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const club = scopes.get(tx) ?? '';
  await enterScope(tx, everyClub.club);
  const result = await work();
  await enterScope(tx, club);
  return result;
}

/**
 * Switches a transaction to the scope of `club`, e.g. that of a course that a member of another club books. The caller has checked that
 * this is allowed; the viewer's own persons stay visible.
 */
export async function enterScope(tx: Transaction, club: string): Promise<void> {
  if (scopes.get(tx) === club) return;
  scopes.set(tx, club);
  await tx.execute(sql`select set_config('app.club', ${club}, true)`);
}

/** Runs queries one after another: a transaction has a single connection. */
export async function oneByOne<T, R>(rows: readonly T[], ask: (row: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const row of rows) answers.push(await ask(row));
  return answers;
}

/** Waits for several independent queries. If one fails, the others are still awaited: none may run after the transaction has ended. */
export async function allOf<const T extends readonly unknown[]>(questions: T): Promise<{ -readonly [at in keyof T]: Awaited<T[at]> }> {
  const ends = await Promise.allSettled(questions);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  // None was rejected; `map` cannot express that a tuple keeps the type of each position.
  return ends.map((end) => ('value' in end ? end.value : undefined)) as { -readonly [at in keyof T]: Awaited<T[at]> };
}

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Runs a reading transaction. Its opening statements are sent together with the first query, and nobody waits for its end: a round trip
 * costs more than most queries. A query that ran without the opening statements would see no rows.
 */
async function look<T>(pool: pg.Pool, readers: Lane, patience: Patience, beginning: string, scope: Scope, work: Work<T>): Promise<T> {
  if (withinTransaction.getStore()) return readWithoutLane(pool, patience, beginning, scope, work);
  const leave = await readers.enter();
  try {
    return await readWithoutLane(pool, patience, beginning, scope, work);
  } finally {
    leave();
  }
}

/** Like `look`, without the lane: inside a transaction, waiting for it could deadlock. */
async function readWithoutLane<T>(pool: pg.Pool, patience: Patience, beginning: string, scope: Scope, work: Work<T>): Promise<T> {
  const { client, release } = await acquire(pool, patience);
  client.sendAhead(`${beginning}; ${client.firstWords}${entering(scope)}`);
  try {
    return await withinTransaction.run(true, () => work(ormOf(client, scope)));
  } finally {
    if (client.takeAhead() !== undefined) release();
    // Nothing was written, so a rollback ends both success and failure. A lost connection leaves the pool.
    else client.query('rollback').then(() => release(), release);
  }
}

/**
 * Runs a writing transaction. Its opening statements are sent in one message and confirmed before anything is written. Its last statements
 * are sent together with the commit, so that locks on rows and on the audit log are held for one round trip less. If one of them fails,
 * PostgreSQL answers the commit with a rollback.
 */
async function transact<T>(
  pool: pg.Pool,
  { scope, patience, answerMs }: { scope: Scope; patience: Patience; answerMs: number | undefined },
  work: Work<{ answer: T; last: readonly LastStatement[] }>,
): Promise<T> {
  const { client, release } = await acquire(pool, patience);
  let failed: Error | undefined;
  try {
    await client.query(`begin; ${client.firstWords}${entering(scope)}`);
    if (answerMs !== undefined) await client.query(client.allow(answerMs));
    const { answer, last } = await withinTransaction.run(true, () => work(ormOf(client, scope)));
    await allOf([...last.map((statement) => client.query(statement)), client.query('commit')]);
    return answer;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => void (failed = reason));
    // The server became a standby: the next connection looks for the one that accepts writes.
    if (sqlState(error) === '25006') failed ??= new Error('This connection is read-only.');
    throw error;
  } finally {
    client.forbid();
    release(failed);
  }
}

const orms = new WeakMap<PreparingClient, NodePgDatabase>();

/** The typed queries of a connection, created once per connection; sets the scope in which its transaction begins. */
function ormOf(client: PreparingClient, { club }: Scope): NodePgDatabase {
  const orm = orms.get(client) ?? drizzle({ client });
  orms.set(client, orm);
  scopes.set(orm, club);
  return orm;
}

/**
 * SQL that sets the scope and the current day by the application clock, which decides about time limits. The lock timeout is shorter than
 * the statement timeout, so that lock waits are reported as a conflict and not as an unavailable database.
 */
function entering({ club, userId = '' }: Scope): string {
  const [ofClub, ofUser, day] = [club, userId, today()].map((value) => pg.escapeLiteral(value));
  return `set local app.club = ${ofClub}; set local app."user" = ${ofUser}; set local app.today = ${day}; set local lock_timeout = '2500ms'`;
}
