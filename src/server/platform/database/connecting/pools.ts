import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { PreparingClient } from '../preparing.ts';
import { Patience } from './take.ts';

/** True while a transaction runs. */
export const withinTransaction = new AsyncLocalStorage<boolean>();

type PoolCallback = Parameters<pg.Pool['connect']>[0];

/** Subtracts the time spent getting a connection from the timeout of its first answer. */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | void {
    const patience = new Patience();
    if (!callback) return super.connect().then((client) => hurried(client, patience));
    super.connect((error, client, done) => callback(error, client && hurried(client, patience), done));
  }
}

/** Taking a second connection inside a transaction can exhaust the pool. */
export class StrictPool extends PatientPool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | void {
    if (withinTransaction.getStore()) throw new Error('A transaction works on its own connection only.');
    return callback ? super.connect(callback) : super.connect();
  }
}

function hurried(client: pg.PoolClient, { firstAnswerMs }: Patience): pg.PoolClient {
  if (client instanceof PreparingClient) client.hurry(firstAnswerMs);
  return client;
}
