import type { FastifyBaseLogger } from 'fastify';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { busyMeter, isRush } from './busyMeter.ts';
import { openClient, type Connection, type Database } from './database/database.ts';
import { Problem, unavailable } from './http/problem.ts';
import { catchUpLimit, missedNotices } from './missedNotices.ts';
import { NoticePace, spreadMs } from './noticePace.ts';
import { eventText, hears, noticeText, noticeTexts, type Listener, type NoticeRow } from './notices.ts';
import { Presence, presenceChannel } from './presence.ts';

type Stream = {
  listener: Listener;
  response: ServerResponse;
  /** Notices held back until the missed ones are sent. */ waiting: string[] | undefined;
  /** The last notice at the time when it was opened. */ joinedAt: number;
};

const keepAliveMs = 15_000;
const betweenReadsMs = 20;
const betweenReadsOfRushMs = 200;
const unreadBytesAtMost = 256 * 1024;
const streamsPerUser = 5;
const streamsPerProcess = 2000;
/** The maximum of visitors' streams per process, which reserves capacity for signed-in users. */
const visitorsPerProcess = 1500;

/** Forwards the notices of all processes to the browsers of this one. */
export class LiveHub {
  readonly presence: Presence;
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #connect: () => ReturnType<typeof openClient>;
  /** Streams with equal rights are grouped, so a notice is checked and serialised once per group. */
  readonly #groups = new Map<string, Set<Stream>>();
  #count = 0;
  /** The number of visitors' streams per network. */
  readonly #visitors = new Map<string, number>();
  #visitorCount = 0;
  readonly #visitorsPerNetwork: number;
  #lastId = 0;
  #client: ReturnType<typeof openClient> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #closed = false;
  readonly #watchers = new Set<(collection: string) => void>();
  readonly #pace = new NoticePace({
    count: (row) => sizeOf(this.#hearing(row)),
    tell: (rows) => this.#tell(rows),
    isBusy: busyMeter(),
  });

  constructor(
    database: Database,
    connection: Connection,
    user: string | undefined,
    log: FastifyBaseLogger,
    { visitorsPerNetwork = 30 }: { visitorsPerNetwork?: number } = {},
  ) {
    this.#visitorsPerNetwork = visitorsPerNetwork;
    this.#database = database;
    this.presence = new Presence((text) => database.pool.query('select pg_notify($1, $2)', [presenceChannel, text]));
    this.#log = log;
    this.#connect = () => openClient(connection, user);
  }

  /** Calls `watcher` with the collection of each notice, from all processes, until the returned function is called. */
  watch(watcher: (collection: string) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** The number of open streams in this process. */
  get size(): number {
    return this.#count;
  }

  /** The id of the last notice that was forwarded: everything read from now on includes its change. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Starts to listen; a lost connection is reopened, and notices missed meanwhile are read from the table. */
  async start(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ id: string }>('select coalesce(max(id), 0) as id from notice');
    this.#lastId = Number(rows[0]?.id ?? 0);
    await this.#listen();
    this.#timer = setInterval(() => void this.#keepAlive(), keepAliveMs);
  }

  /** Throws 429 if there are too many streams; called before the response begins, so that an error can still be sent. */
  admit({ userId, network }: Listener): void {
    // A browser whose stream was closed for a shutdown reconnects immediately, over a connection that is still open.
    if (this.#closed) throw unavailable();
    const isFull = userId
      ? [...this.#streams()].filter(({ listener }) => listener.userId === userId).length >= streamsPerUser
      : this.#visitorCount >= visitorsPerProcess || (this.#visitors.get(network) ?? 0) >= this.#visitorsPerNetwork;
    if (isFull || this.#count >= streamsPerProcess) throw new Problem('too-many-requests', { retryAfterSeconds: 30 });
  }

  /**
   * Opens the stream of one browser; with the id of its last event, it first gets the missed ones. Without the database the stream ends
   * immediately, and the browser reconnects by itself.
   */
  async open(response: ServerResponse, listener: Listener, lastEventId: number | undefined): Promise<void> {
    // Notices that arrive while the missed ones are read are queued behind them.
    const joinedAt = this.#lastId;
    const stream: Stream = { listener, response, waiting: [], joinedAt };
    this.#add(stream);
    response.once('close', () => this.#remove(stream));
    try {
      const missed = lastEventId === undefined ? [] : await missedNotices(this.#database.pool, lastEventId, joinedAt);
      const waiting = stream.waiting ?? [];
      stream.waiting = undefined;
      this.#send(stream, 'retry: 2000\n\n');
      if (missed !== 'too-many') for (const notice of missed) if (hears(listener, notice)) this.#send(stream, noticeText(notice));
      // Sent last, since its id states that everything up to it has arrived. It names the user: a browser whose session ended meanwhile
      // learns so here.
      this.#send(stream, eventText(joinedAt, missed === 'too-many' ? 'reset' : 'ready', { userId: listener.userId ?? null }));
      for (const text of waiting) this.#send(stream, text);
    } catch (error) {
      this.#log.warn({ err: error }, 'a stream could not be opened');
      this.#end(stream);
    }
  }

  /** Closes every stream; the browsers reconnect by themselves. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#pace.stop();
    for (const stream of this.#streams()) this.#end(stream);
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = this.#connect();
    const again = () => {
      if (this.#client !== client || this.#closed) return;
      this.#client = undefined;
      setTimeout(() => void this.#listenAgain(), 500);
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', ({ channel, payload }) => (channel === presenceChannel ? this.#tellPresent(payload) : this.#wake()));
    await client.connect();
    this.#client = client;
    await client.query(`listen notice; listen ${presenceChannel}`);
  }

  async #listenAgain(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#listen();
      this.#wake();
    } catch (error) {
      this.#log.warn({ err: error }, 'live notices are waiting for the database');
      setTimeout(() => void this.#listenAgain(), 1000);
    }
  }

  /** Reads new notices, one read at a time; a wake during it causes one more. */
  #wake(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#readAgain && !this.#closed) {
      this.#readAgain = false;
      try {
        const { rows } = await this.#database.pool.query<NoticeRow>({
          name: 'notices',
          text: 'select id, collection, club, entity_id from notice where id > $1 order by id limit $2',
          values: [this.#lastId, catchUpLimit],
        });
        for (const row of rows) this.#pass(row);
        if (rows.length === catchUpLimit) this.#readAgain = true;
        // A rush of changes is read in a few batches, the first one immediately.
        else if (rows.length > 0) await pause(isRush() ? betweenReadsOfRushMs : betweenReadsMs, undefined, { ref: false });
      } catch (error) {
        this.#log.warn({ err: error }, 'live notices could not be read');
        setTimeout(() => this.#wake(), 1000);
      }
    }
  }

  #pass(row: NoticeRow): void {
    this.#lastId = Number(row.id);
    for (const watcher of this.#watchers) watcher(row.collection);
    if (row.collection === 'sessions') return void this.#recheck((listener) => listener.userId === row.entity_id);
    this.#pace.take(row);
  }

  /** Sends rows of one collection and club together. */
  #tell(rows: readonly NoticeRow[]): void {
    const [row] = rows;
    const hearing = row ? this.#hearing(row) : [];
    if (hearing.length === 0) return;
    // A reconnecting browser asks from this id on, so no earlier notice may still be held back.
    const text = noticeTexts(rows, this.#pace.sentUpTo(this.#lastId), spreadMs(sizeOf(hearing)));
    const last = Number(rows.at(-1)?.id ?? 0);
    for (const group of hearing) for (const stream of group) if (stream.joinedAt < last) this.#send(stream, text);
  }

  /** Sends to the others at a record that somebody has come or begun to change it; who it is their pages ask, with their rights. */
  #tellPresent(payload: string | undefined): void {
    const users = this.presence.hear(payload);
    for (const stream of this.#streams()) {
      if (users.has(stream.listener.userId ?? '')) this.#send(stream, eventText(undefined, 'presence', {}));
    }
  }

  /** The groups of streams that may be notified of a row. */
  #hearing(row: NoticeRow): Set<Stream>[] {
    return [...this.#groups.values()].filter(([first]) => first && hears(first.listener, row));
  }

  async #keepAlive(): Promise<void> {
    for (const stream of this.#streams()) this.#send(stream, ': here\n\n');
    await this.#recheck(() => true);
  }

  /** Ends the streams whose session is over, or whose user has another role or club by now. */
  async #recheck(which: (listener: Listener) => boolean): Promise<void> {
    const streams = [...this.#streams()].filter(({ listener }) => listener.sessionId && which(listener));
    if (streams.length === 0) return;
    const ids = streams.map(({ listener }) => listener.sessionId);
    try {
      const { rows } = await this.#database.pool.query<{ session_id: string; role: string; club: string }>(
        'select * from living_sessions($1::uuid[])',
        [ids],
      );
      const living = new Map(rows.map((row) => [row.session_id, `${row.role}:${row.club}`]));
      for (const stream of streams) {
        if (living.get(stream.listener.sessionId ?? '') === groupOf(stream.listener)) continue;
        this.#end(stream, eventText(this.#lastId, 'session', {}));
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'streams could not be checked and are ended');
      for (const stream of streams) this.#end(stream);
    }
  }

  *#streams(): Generator<Stream> {
    for (const group of this.#groups.values()) yield* group;
  }

  #send({ response, waiting }: Stream, text: string): void {
    if (waiting) waiting.push(text);
    // A client that does not read must not fill our memory; it may reconnect and catch up.
    else if (response.writableLength > unreadBytesAtMost) response.destroy();
    else response.write(text);
  }

  /** Ends a stream; nothing is written to it afterwards, even if its end takes a while to reach the browser. */
  #end(stream: Stream, lastWords = ''): void {
    this.#remove(stream);
    stream.response.end(lastWords);
  }

  #add(stream: Stream): void {
    const group = groupOf(stream.listener);
    const streams = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, streams.add(stream));
    this.#count++;
    this.#countVisitor(stream, 1);
  }

  #remove(stream: Stream): void {
    const group = groupOf(stream.listener);
    const streams = this.#groups.get(group);
    if (!streams?.delete(stream)) return;
    this.#count--;
    this.#countVisitor(stream, -1);
    if (streams.size === 0) this.#groups.delete(group);
  }

  #countVisitor({ listener: { userId, network } }: Stream, change: 1 | -1): void {
    if (userId) return;
    this.#visitorCount += change;
    const count = (this.#visitors.get(network) ?? 0) + change;
    if (count > 0) this.#visitors.set(network, count);
    else this.#visitors.delete(network);
  }
}

function sizeOf(groups: readonly ReadonlySet<unknown>[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0);
}

function groupOf({ role, club }: Listener): string {
  return `${role}:${club}`;
}
