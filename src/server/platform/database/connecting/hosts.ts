import pg from 'pg';
import { urlsOf } from '../../process/databaseUrl.ts';

/** Connecting may take 3 s in total, so a server that does not respond must leave time for the next one. */
const probeMs = 1500;

type Place = { host: string; port: number };

/**
 * The servers of one database, in order of preference: the first one that accepts writes is used. All are probed concurrently, since an
 * unreachable server may not respond at all.
 */
class Hosts {
  readonly #urls: readonly string[];
  #asking: Promise<Place> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** The server that currently accepts writes; concurrent callers share the result. */
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
    // An error of PostgreSQL itself is more informative than a closed port.
    throw failures.find((one) => one instanceof pg.DatabaseError) ?? failures[0] ?? new Error('no server was named');
  }
}

/** Checks whether a server accepts writes; a standby does not. */
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

/** The PostgreSQL error for a write to a standby. */
function readOnly(): Error {
  return Object.assign(new pg.DatabaseError('no server of the database takes changes', 0, 'error'), { code: '25006' });
}

const known = new Map<string, Hosts>();

/** The client configuration for a database URL, which may name several servers. */
export function reaching(url: string): pg.ClientConfig & { hosts?: Hosts } {
  const [first = url, ...others] = urlsOf(url);
  if (others.length === 0) return { connectionString: url };
  const hosts = known.get(url) ?? new Hosts([first, ...others]);
  known.set(url, hosts);
  return { connectionString: first, hosts };
}

type Connected = Parameters<pg.Client['connect']>[0];

/** A client that, with several servers, finds the one that accepts writes before it connects. */
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
    // The overloads of `pg` distinguish success and failure by type only.
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connecting.then(
      () => tell(null, this),
      (error: Error) => tell(error),
    );
  }
}
