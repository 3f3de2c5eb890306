import { createHash } from 'node:crypto';
import type pg from 'pg';
import { HostClient } from './connecting/hosts.ts';

/** The timeout of a statement, also on an unresponsive connection; PostgreSQL itself cancels one after 3 s. */
export const answerTimeoutMs = 3500;

/** The timeout of a statement in a transaction for which nobody waits. */
export const longAnswerMs = 15 * 60_000;

/** Statements are prepared from the third use on; rarer ones would only use up memory. */
const asksBefore = 3;
const keptAtMost = 300;
/** A page uses one or two lengths of a list; trying out other lengths must not use up memory. */
const lengthsPerList = 4;

/** The number of uses of each text in this process, shared by its connections. */
const asked = new Map<string, number>();
const names = new Map<string, string>();
const lengths = new Map<string, Set<unknown>>();

/**
 * A connection that lets PostgreSQL parse and plan frequent statements once. Statement texts come from the code, without values, so their
 * number is limited; beyond 300 they are not prepared.
 */
export class PreparingClient extends HostClient {
  /** The settings with which each transaction begins, besides its scope; empty if the session has them. */
  readonly firstWords: string = '';
  /** Whether a statement prepared on this connection still exists for the next query. */
  protected readonly keepsStatements: boolean = true;
  #ahead: string | undefined;
  #isHeld = false;
  #firstAnswerMs: number | undefined;
  #answerMs: number | undefined;

  /** Sets the timeouts of the session; not as connection parameters, of which a pooler accepts only a few. */
  async setLimits(): Promise<void> {
    // If this fails, the next query fails too.
    await this.query(limits('set')).catch(() => undefined);
  }

  /** Names the statement and passes it on; the overloads are those of `pg`. */
  override query = ((config: unknown, ...rest: unknown[]): unknown => {
    if (!this.keepsStatements) forgetName(config);
    else if (isPlainStatement(config)) {
      writeLimit(config, rest);
      config.name = nameOf(config.text);
    }
    // The overloads of `pg` cannot be expressed in one signature.
    const ask = (first: unknown, ...all: unknown[]) =>
      (super.query as (...all: unknown[]) => unknown).call(this, this.#inTime(first), ...all);
    this.#hold();
    const ahead = this.takeAhead();
    // If these statements fail, the statement after them fails too.
    if (ahead !== undefined) void (ask(ahead) as Promise<unknown>).catch(() => undefined);
    return ask(config, ...rest);
  }) as pg.Client['query'];

  /** Sets the timeout of the next query, after which the connection is discarded; for callers who already waited for the connection. */
  hurry(firstAnswerMs: number): void {
    this.#firstAnswerMs = firstAnswerMs;
  }

  /** Sets the timeouts of all statements until `forbid`; the returned SQL, sent within a transaction, tells PostgreSQL. */
  allow(answerMs: number): string {
    this.#answerMs = answerMs;
    return `set local statement_timeout = ${answerMs}; set local idle_in_transaction_session_timeout = ${answerMs}`;
  }

  /** Sets the usual timeouts again. */
  forbid(): void {
    this.#answerMs = undefined;
  }

  #inTime(config: unknown): unknown {
    const withinMs = this.#firstAnswerMs ?? this.#answerMs;
    this.#firstAnswerMs = undefined;
    if (withinMs === undefined || withinMs === answerTimeoutMs) return config;
    if (typeof config === 'string') return { text: config, query_timeout: withinMs };
    return typeof config === 'object' && config !== null && !('submit' in config) ? { ...config, query_timeout: withinMs } : config;
  }

  /** Stores SQL that is sent in one message with the next statement. */
  sendAhead(words: string): void {
    this.#ahead = words;
  }

  /** Takes back SQL that was not sent yet; undefined if there is none. */
  takeAhead(): string | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead;
  }

  /** Sends the queries of one turn of the event loop in one message; each message costs both sides a system call. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }
}

/**
 * A connection through a pooler in transaction mode: no state may remain in the session, so no statement is named and the timeouts are set
 * per transaction. PgBouncer supports named statements only from 1.21 on.
 */
export class PooledClient extends PreparingClient {
  override readonly firstWords = `${limits('set local')}; `;
  protected override readonly keepsStatements = false;

  override async setLimits(): Promise<void> {}
}

function limits(set: 'set' | 'set local'): string {
  return `${set} statement_timeout = 3000; ${set} idle_in_transaction_session_timeout = 10000`;
}

/** Clears the name that a statement was given by its caller. */
function forgetName(config: unknown): void {
  if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config) config.name = undefined;
}

type PlainStatement = { text: string; name?: string | undefined; values?: unknown };

/** Whether this is a statement as Drizzle sends it; anything else, e.g. a cursor or a COPY stream, passes unchanged. */
function isPlainStatement(config: unknown): config is PlainStatement {
  if (typeof config !== 'object' || config === null || 'submit' in config || ('name' in config && config.name)) return false;
  return 'text' in config && typeof config.text === 'string' && /^(select|insert|update|delete|with)\b/.test(config.text);
}

/**
 * Writes the limit at the end of a statement into its text. PostgreSQL keeps a generic plan only if it is not more expensive than a custom
 * one, and it estimates an unknown limit as a tenth of the table, so it would plan every page of a list again: 0.9 instead of 0.35 ms for a
 * page of the members.
 */
function writeLimit(statement: PlainStatement, rest: unknown[]): void {
  const values: unknown = rest[0];
  if (!Array.isArray(values)) return;
  const limit: unknown = values.at(-1);
  const end = ` limit $${values.length}`;
  if (!Number.isInteger(limit) || !statement.text.endsWith(end) || !isUsual(statement.text, limit)) return;
  statement.text = `${statement.text.slice(0, -end.length)} limit ${String(limit)}`;
  rest[0] = values.slice(0, -1);
}

/** Whether a limit is among the first ones used for a list; other limits stay values. */
function isUsual(text: string, limit: unknown): boolean {
  const known = lengths.get(text) ?? new Set();
  if (known.has(limit)) return true;
  if (known.size >= lengthsPerList || lengths.size > keptAtMost) return false;
  lengths.set(text, known.add(limit));
  return true;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= keptAtMost || asked.size > keptAtMost * 10) return undefined;
  const count = (asked.get(text) ?? 0) + 1;
  asked.set(text, count);
  if (count < asksBefore) return undefined;
  const name = `p${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, name);
  return name;
}
