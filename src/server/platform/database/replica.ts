import { setTimeout } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';
import { openDatabase, type Database } from './database.ts';

/** A standby that lags slightly usually catches up within this time. */
const patienceMs = 100;
const pauseMs = 10;
const restMs = 5000;
const connectionWaitMs = 500;

/** How often the replica answered, lagged behind, or was unavailable. */
export type ReplicaReads = { answered: number; behind: number; away: number };

type Replica = { database: Database; reads: ReplicaReads; restsUntil: number };

const replicas = new WeakMap<Database, Replica>();

/** Adds a read replica for answers shared by many; it may be unavailable. */
export function addReplica(database: Database, url: string, connections: number): { close(): Promise<void> } {
  const replica = openDatabase(url, { connections, connectionWaitMs });
  replicas.set(database, { database: replica, reads: { answered: 0, behind: 0, away: 0 }, restsUntil: 0 });
  return { close: () => replica.close() };
}

/** The counters of a database's replica; undefined without one. */
export function replicaReads(database: Database): ReplicaReads | undefined {
  return replicas.get(database)?.reads;
}

/** The replica itself, for health checks. */
export function replicaOf(database: Database): Database | undefined {
  return replicas.get(database)?.database;
}

/**
 * Reads from the replica if `isFresh` holds for it, otherwise from the database: results are never older than without a replica. `work`
 * must only read, and may run twice: it starts over if the replica fails midway.
 */
export async function readFresh<T>(
  database: Database,
  isFresh: (source: Database) => Promise<boolean>,
  work: (source: Database) => Promise<T>,
): Promise<T> {
  const replica = replicas.get(database);
  if (!replica || performance.now() < replica.restsUntil) return work(database);
  try {
    if (await becomesFresh(() => isFresh(replica.database))) {
      const answer = await work(replica.database);
      replica.reads.answered++;
      return answer;
    }
    replica.reads.behind++;
  } catch (error) {
    // A not-found error is a valid answer.
    if (error instanceof Problem) throw error;
    replica.reads.away++;
    replica.restsUntil = performance.now() + restMs;
  }
  return work(database);
}

async function becomesFresh(isFresh: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + patienceMs; ; await setTimeout(pauseMs)) {
    if (await isFresh()) return true;
    if (performance.now() > until) return false;
  }
}
