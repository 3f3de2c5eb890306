import pg from 'pg';
import { urlsOf } from '../../process/databaseUrl.ts';

/** With 3 s for a connection in all, a server that swallows every word must leave time for the next one. */
const probeMs = 1500;

type Place = { host: string; port: number };

/**
 * The servers of one database, in the order in which they are tried: the first one that takes changes is the database.
 * All are asked at once, since one that is gone without a word answers nothing.
 */
class Hosts {
  readonly #urls: readonly string[];
  #asking: Promise<Place> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** The server that takes changes now; concurrent callers share the answer. */
  writable(): Promise<Place> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<Place> {
    const failures: Error[] = [];
    for (const probed of this.#urls.map(probe)) {
      const answer = await probed;
      if (!(answer instanceof Error)) return answer;
      failures.push(answer);
    }
    // What PostgreSQL itself said tells more than a closed port.
    throw failures.find((one) => one instanceof pg.DatabaseError) ?? failures[0] ?? new Error('no server was named');
  }
}

/** Asks one server whether it takes changes; a standby does not. */
async function probe(url: string): Promise<Place | Error> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    fallback_application_name: 'vereinsportal',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is: string }>("select current_setting('transaction_read_only') as is");
    return rows[0]?.is === 'off' ? { host: client.host, port: client.port } : readOnly();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The error of PostgreSQL for a write to a standby. */
function readOnly(): Error {
  return Object.assign(new pg.DatabaseError('no server of the database takes changes', 0, 'error'), { code: '25006' });
}

const known = new Map<string, Hosts>();

/** What a client needs to reach the database of a URL, which may name several servers. */
export function reaching(url: string): pg.ClientConfig & { hosts?: Hosts } {
  const [first = url, ...others] = urlsOf(url);
  if (others.length === 0) return { connectionString: url };
  const hosts = known.get(url) ?? new Hosts([first, ...others]);
  known.set(url, hosts);
  return { connectionString: first, hosts };
}

type Connected = Parameters<pg.Client['connect']>[0];

/** A connection that looks for the server that takes changes before it opens, where there are several. */
export class HostClient extends pg.Client {
  readonly #hosts: Hosts | undefined;

  constructor(config: pg.ClientConfig & { hosts?: Hosts } = {}) {
    super(config);
    this.#hosts = config.hosts;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (!this.#hosts) return callback ? super.connect(callback) : super.connect();
    const connecting = this.#hosts.writable().then((place) => {
      Object.assign(this, place);
      return super.connect();
    });
    if (!callback) return connecting;
    // The overloads of `pg` tell success and failure apart by type only.
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connecting.then(
      () => tell(null, this),
      (error: Error) => tell(error),
    );
  }
}
