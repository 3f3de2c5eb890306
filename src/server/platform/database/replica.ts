import { setTimeout } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';
import { openDatabase, type Database } from './database.ts';

/** A standby that is a moment behind usually catches up within this time. */
const patienceMs = 100;
const pauseMs = 10;
const restMs = 5000;
const connectionWaitMs = 500;

/** How often the replica answered, was behind, or was away. */
export type ReplicaReads = { answered: number; behind: number; away: number };

type Replica = { database: Database; reads: ReplicaReads; restsUntil: number };

const replicas = new WeakMap<Database, Replica>();

/** Lets answers that many share be read from a copy that follows the database; it need not be there. */
export function addReplica(database: Database, url: string, connections: number): { close(): Promise<void> } {
  const replica = openDatabase(url, { connections, connectionWaitMs });
  replicas.set(database, { database: replica, reads: { answered: 0, behind: 0, away: 0 }, restsUntil: 0 });
  return { close: () => replica.close() };
}

/** The counts of a database's replica; undefined without one. */
export function replicaReads(database: Database): ReplicaReads | undefined {
  return replicas.get(database)?.reads;
}

/** The copy itself, for health checks. */
export function replicaOf(database: Database): Database | undefined {
  return replicas.get(database)?.database;
}

/**
 * Reads from the replica where it holds at least what `isFresh` asks of it, else from the database: nobody gets anything older
 * than without a replica. `work` only reads, and may be done twice: one whose replica dies in the middle starts over.
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
    // That something is not there is an answer, too.
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
