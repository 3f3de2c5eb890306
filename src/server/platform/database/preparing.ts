import { createHash } from 'node:crypto';
import type pg from 'pg';
import { HostClient } from './connecting/hosts.ts';

/** How long a statement may take, a frozen line included; PostgreSQL itself ends one after 3 s. */
export const answerTimeoutMs = 3500;

/** A statement that is asked for the third time is worth keeping ready; the ones asked once or twice would only fill the memory. */
const asksBefore = 3;
const keptAtMost = 300;
/** A page asks for one or two lengths of a list; trying out other lengths must not fill the memory. */
const lengthsPerList = 4;

/** How often each text was asked by this process; the connections share what they learn. */
const asked = new Map<string, number>();
const names = new Map<string, string>();
const lengths = new Map<string, Set<unknown>>();

/**
 * A connection that lets PostgreSQL parse and plan its frequent statements once instead of at each question.
 * Texts come from the code, with the values beside them, so there are only so many; beyond 300 the rest stays unprepared.
 */
export class PreparingClient extends HostClient {
  /** The settings that each transaction begins with, beside its scope: none, where the session has them. */
  readonly firstWords: string = '';
  /** Whether a statement that was prepared here is still here at the next question. */
  protected readonly keepsStatements: boolean = true;
  #ahead: string | undefined;
  #isHeld = false;
  #firstAnswerMs: number | undefined;

  /** Sets the limits of the session; not with the words of the connection, since a pooler in between takes only a few of those. */
  async setLimits(): Promise<void> {
    // A failure here fails the next query, too.
    await this.query(limits('set')).catch(() => undefined);
  }

  /** Gives the statement its name and passes it on; the overloads are those of `pg`. */
  override query = ((config: unknown, ...rest: unknown[]): unknown => {
    if (!this.keepsStatements) forgetName(config);
    else if (isPlainStatement(config)) {
      writeLimit(config, rest);
      config.name = nameOf(config.text);
    }
    // The overloads of `pg` cannot be followed through one signature.
    const ask = (first: unknown, ...all: unknown[]) =>
      (super.query as (...all: unknown[]) => unknown).call(this, this.#inTime(first), ...all);
    this.#hold();
    const ahead = this.takeAhead();
    // Should these words fail, so does the statement behind them.
    if (ahead !== undefined) void (ask(ahead) as Promise<unknown>).catch(() => undefined);
    return ask(config, ...rest);
  }) as pg.Client['query'];

  /** The next question is answered within this time, or the connection is given up; for callers who waited for the connection already. */
  hurry(firstAnswerMs: number): void {
    this.#firstAnswerMs = firstAnswerMs;
  }

  #inTime(config: unknown): unknown {
    const withinMs = this.#firstAnswerMs;
    this.#firstAnswerMs = undefined;
    if (withinMs === undefined || withinMs >= answerTimeoutMs) return config;
    if (typeof config === 'string') return { text: config, query_timeout: withinMs };
    return typeof config === 'object' && config !== null && !('submit' in config) ? { ...config, query_timeout: withinMs } : config;
  }

  /** Keeps words that the next statement takes along in one message. */
  sendAhead(words: string): void {
    this.#ahead = words;
  }

  /** Takes back words that no statement took along; none if there were none. */
  takeAhead(): string | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead;
  }

  /** Queries of one turn of the event loop leave in one message; each message of its own costs both sides a system call. */
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
 * A connection to a pooler that gives the session behind it to somebody else after each transaction: nothing may be left in that
 * session, so no statement gets a name and the limits are those of a transaction. PgBouncer knows names from 1.21 on only.
 */
export class PooledClient extends PreparingClient {
  override readonly firstWords = `${limits('set local')}; `;
  protected override readonly keepsStatements = false;

  override async setLimits(): Promise<void> {}
}

function limits(set: 'set' | 'set local'): string {
  return `${set} statement_timeout = 3000; ${set} idle_in_transaction_session_timeout = 10000`;
}

/** Takes the name off a statement that its author gave one. */
function forgetName(config: unknown): void {
  if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config) config.name = undefined;
}

type PlainStatement = { text: string; name?: string | undefined; values?: unknown };

/** A statement as Drizzle sends it; anything else, e.g. a cursor or a COPY stream, passes unchanged. */
function isPlainStatement(config: unknown): config is PlainStatement {
  if (typeof config !== 'object' || config === null || 'submit' in config || ('name' in config && config.name)) return false;
  return 'text' in config && typeof config.text === 'string' && /^(select|insert|update|delete|with)\b/.test(config.text);
}

/**
 * Writes the limit at the end of a statement into its text. PostgreSQL keeps a plan only when it is no dearer than a fresh
 * one, and it takes a limit that it does not know for a tenth of the table, so it would plan every page of a list again:
 * 0.9 instead of 0.35 ms for a page of the members.
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

/** Whether a limit is among the first ones that a list was asked with; any other one stays a value. */
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
