import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { now, today } from '../process/clock.ts';
import { noteErasures, type Erasure } from './erasures.ts';
import { HostClient, reaching } from './connecting/hosts.ts';
import { PatientPool, StrictPool, withinTransaction } from './connecting/pools.ts';
import { Patience, take, usualWaitMs } from './connecting/take.ts';
import { Lane } from './lane.ts';
import { answerTimeoutMs, PooledClient, PreparingClient } from './preparing.ts';
import { auditEntry, recordAllButLast, type Actor, type AuditEntry, type Audit, type LastStatement, type Notice } from './ledger.ts';

/** Where a database is: its URL, which may name several servers, or the folder of its unix socket. */
export type Connection = string | { host: string; database: string };

/**
 * The scope of one transaction: whose rows of people it may touch at all.
 * Row security in the database holds it, beneath all rights that the code checks.
 */
export type Scope = { club: string; userId?: string };

/** The scope of jobs, commands and the sign-in: every club. */
export const everyClub: Scope = { club: '*' };

/** A database transaction; it has no transaction within. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>;

/** Where rows that belong to no person are read: outside or inside a transaction. */
export type Reader = Pick<Transaction, 'select'>;

/** A writing transaction: it also collects what is to be recorded when it commits. */
export type Write = {
  tx: Transaction;
  /**
   * Adds an entry to the audit log, written in this transaction: the operation, the record, the German text and the changes. It names the actor of the write, unless the record names another one with `by`.
   */
  audit: Audit;
  /** Notifies the browsers that may see it of a change in a collection, once this transaction is committed. */
  changed(notice: Notice): void;
  /** Lets a statement that nobody waits for travel with the commit, before the entries of the audit log. */
  atEnd(statement: LastStatement): void;
  /** Notes that somebody is erased for good, so that no restored backup brings them back. */
  erased(kind: Erasure['kind'], id: string): void;
};

export type DatabaseOptions = {
  user?: string;
  connections: number;
  /** How long to wait for a connection, if not as long as usual. */
  connectionWaitMs?: number;
  /** The connection leads to a pooler that gives its sessions on after each transaction. */
  isPooled?: boolean;
  /** Refuses a second connection within a transaction as a defect; the tests turn it on, a running product goes on. */
  isStrict?: boolean;
  /** Gets the erasures, once they are committed. */
  keepErasures?: (erasures: readonly Erasure[]) => void;
};

export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens a pool of at most `connections`; every query ends within 3.5 s, a frozen line included, the wait for a connection
 * and its first answer within 3.9 s. Readers leave a quarter of the connections to writes: when a change makes everybody read, the next change need not wait behind all of them.
 */
export function openDatabase(connection: Connection, options: DatabaseOptions) {
  const { user, connections, isPooled = false, isStrict = false, keepErasures, connectionWaitMs = usualWaitMs } = options;
  const pool = new (isStrict ? StrictPool : PatientPool)({
    ...connectionOptions(connection, user),
    Client: isPooled ? PooledClient : PreparingClient,
    // A statement need not wait for the answer to the one before it.
    pipeline: true,
    max: connections,
    connectionTimeoutMillis: connectionWaitMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    allowExitOnIdle: false,
  });
  pool.on('connect', (client) => void (client instanceof PreparingClient && client.setLimits()));
  // Without a listener a lost idle connection would end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  const orm: NodePgDatabase = drizzle({ client: pool });
  const readers = new Lane(connections - Math.floor(connections / 4), connectionWaitMs);
  return {
    pool,
    /** How many requests wait for a connection. */
    waiting: () => pool.waitingCount + readers.waiting,
    /** Queries outside a transaction, for rows that belong to no person. */
    orm,
    /** Runs reading queries within a scope, on one snapshot. */
    read: <T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> =>
      look(pool, readers, new Patience(connectionWaitMs), 'begin isolation level repeatable read read only', scope, work),
    /** Runs one write: all of it happens, with its audit entries and notices, or nothing. `actor` stands in its audit entries. */
    write: async <T>(scope: Scope, work: (write: Write) => Promise<T>, actor?: Actor): Promise<T> => {
      const erasures: Erasure[] = [];
      const result = await transact(pool, new Patience(connectionWaitMs), scope, async (tx) => {
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
    },
    close: () => pool.end(),
  };
}

/** The club in whose scope each running transaction stands. */
const scopes = new WeakMap<Transaction, string>();

/** The notices of each running write, for parts that get its transaction alone. */
const noticesOf = new WeakMap<Transaction, Notice[]>();

/** Notifies of a change with the write that `tx` belongs to; does nothing in a reading transaction. */
export function noteChange(tx: Transaction, notice: Notice): void {
  noticesOf.get(tx)?.push(notice);
}

/**
 * What is begun here goes on beside a running transaction, on a connection of its own: how far that one is, for example.
 * The transaction must not wait for it.
 */
export function besideTransaction(work: () => Promise<unknown>): Promise<unknown> {
  return withinTransaction.run(false, work);
}

/** A single connection outside the pool, for listening or for migrations. */
export function openClient(connection: Connection, user?: string): pg.Client {
  return new HostClient({ ...connectionOptions(connection, user), connectionTimeoutMillis: usualWaitMs, keepAlive: true });
}

/** The code that PostgreSQL gave to a failed query, e.g. 23505; undefined for anything else. */
export const sqlState = (error: unknown): string | undefined => saidBy(error)?.code;

/** The name of the constraint that a failed query would have broken; undefined for anything else. */
export const brokenConstraint = (error: unknown): string | undefined => saidBy(error)?.constraint;

/** The error of PostgreSQL itself. */
function saidBy(error: unknown): pg.DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof pg.DatabaseError) return current;
  return undefined;
}

/** Each connection names its process, so that pg_stat_activity tells them apart; the name of a URL wins. */
function connectionOptions(connection: Connection, user?: string): pg.ClientConfig {
  const named = { fallback_application_name: `vereinsportal ${process.pid}` };
  return typeof connection === 'string' ? { ...reaching(connection), ...named } : { ...connection, user, ...named };
}

/** Looks beyond the scope of a transaction for a rule that concerns every club; the scope holds again afterwards. */
export async function beyondScope<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const club = scopes.get(tx) ?? '';
  await enterScope(tx, everyClub.club);
  const result = await work();
  await enterScope(tx, club);
  return result;
}

/**
 * From here on a transaction works among the people of `club`, e.g. of the course that somebody of another club signs up
 * for. That it may was asked before; the viewer's own people stay in sight.
 */
export async function enterScope(tx: Transaction, club: string): Promise<void> {
  if (scopes.get(tx) === club) return;
  scopes.set(tx, club);
  await tx.execute(sql`select set_config('app.club', ${club}, true)`);
}

/** Asks the database about one thing after the other: a transaction has one connection. */
export async function inTurn<T, R>(rows: readonly T[], ask: (row: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const row of rows) answers.push(await ask(row));
  return answers;
}

/**
 * Asks the database several questions that do not wait for each other. Where one fails the others are waited for all the
 * same: none of them may be asked when the transaction is over already.
 */
export async function allOf<const T extends readonly unknown[]>(questions: T): Promise<{ -readonly [at in keyof T]: Awaited<T[at]> }> {
  const ends = await Promise.allSettled(questions);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  // None was rejected; that a list keeps its types place by place is beyond what map can say.
  return ends.map((end) => ('value' in end ? end.value : undefined)) as { -readonly [at in keyof T]: Awaited<T[at]> };
}

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Runs a reading transaction. Its first words travel together with its first question, and nobody waits for its end: a round
 * trip to the database costs a request more than most of its queries. A question that came through without these words would
 * find nobody's rows.
 */
async function look<T>(pool: pg.Pool, readers: Lane, patience: Patience, beginning: string, scope: Scope, work: Work<T>): Promise<T> {
  if (withinTransaction.getStore()) return lookAlone(pool, patience, beginning, scope, work);
  const leave = await readers.enter();
  try {
    return await lookAlone(pool, patience, beginning, scope, work);
  } finally {
    leave();
  }
}

/** The same without the lane: inside a transaction, waiting for it could deadlock. */
async function lookAlone<T>(pool: pg.Pool, patience: Patience, beginning: string, scope: Scope, work: Work<T>): Promise<T> {
  const { client, release } = await take(pool, patience);
  client.sendAhead(`${beginning}; ${client.firstWords}${entering(scope)}`);
  try {
    return await withinTransaction.run(true, () => work(ormOf(client, scope)));
  } finally {
    if (client.takeAhead() !== undefined) release();
    // Nothing was written: one end for what went well and for what failed. A lost connection leaves the pool.
    else client.query('rollback').then(() => release(), release);
  }
}

/**
 * Runs a writing transaction. Its first words travel in one message, and are confirmed before anything is written. Its last
 * statements travel together with the commit: a transaction that waits for the same rows, or for the audit log, waits one round trip
 * less. Should one of them fail, PostgreSQL answers the commit by rolling back.
 */
async function transact<T>(
  pool: pg.Pool,
  patience: Patience,
  scope: Scope,
  work: Work<{ answer: T; last: readonly LastStatement[] }>,
): Promise<T> {
  const { client, release } = await take(pool, patience);
  let failed: Error | undefined;
  try {
    await client.query(`begin; ${client.firstWords}${entering(scope)}`);
    const { answer, last } = await withinTransaction.run(true, () => work(ormOf(client, scope)));
    await allOf([...last.map((statement) => client.query(statement)), client.query('commit')]);
    return answer;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => void (failed = reason));
    // The server became a standby: the next connection looks for the one that takes changes.
    if (sqlState(error) === '25006') failed ??= new Error('This connection takes no changes.');
    throw error;
  } finally {
    release(failed);
  }
}

const orms = new WeakMap<PreparingClient, NodePgDatabase>();

/** The typed queries of a connection, made once for it; its transaction begins in a scope. */
function ormOf(client: PreparingClient, { club }: Scope): NodePgDatabase {
  const orm = orms.get(client) ?? drizzle({ client });
  orms.set(client, orm);
  scopes.set(orm, club);
  return orm;
}

/**
 * The scope, and the day that it is by our clock: what ends by itself ends by it. Waiting for a lock ends before the statement
 * does, so that it is told as a conflict and not as a database that is away.
 */
function entering({ club, userId = '' }: Scope): string {
  const [ofClub, ofUser, day] = [club, userId, today()].map((value) => pg.escapeLiteral(value));
  return `set local app.club = ${ofClub}; set local app."user" = ${ofUser}; set local app.today = ${day}; set local lock_timeout = '2500ms'`;
}
