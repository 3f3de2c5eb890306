import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { http } from '../http/nodeHttp.ts';
import type { Services } from '../http/context.ts';
import type { LiveHub } from '../live.ts';
import { countMails, oldestWaiting } from '../mail/outbox.ts';
import type { JobFigures } from './jobFigures.ts';
import type { RequestFigures } from './requestFigures.ts';
import { secretHash } from './secretHash.ts';

/** A metric that is read on demand: one number, or one for each value of a label. */
export type Gauge = {
  name: string;
  help: string;
  label?: string;
  read(): Promise<readonly { of?: string; value: number }[]>;
};

/** Further metrics besides those of this process; higher wings pass in theirs. */
export type Figures = { hub: LiveHub; requests: RequestFigures; jobs: JobFigures; gauges: readonly Gauge[] };

/** Serves Prometheus metrics on a separate port: on loopback, or elsewhere to clients with the token. */
export async function serveMetrics(
  services: Services,
  figures: Figures,
): Promise<{ port: Promise<number | undefined>; stop(): Promise<void> }> {
  const { settings, log } = services;
  const read = await openRegistry(services, figures);
  const server = http.createServer((request, response) => {
    if (!mayRead(request.headers.authorization, settings.METRICS_TOKEN))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    read().then(
      ({ type, text }) => response.setHeader('content-type', type).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  const port = new Promise<number | undefined>((resolve) => {
    server.on('error', (error) => {
      log.warn({ err: error, port: settings.METRICS_PORT }, 'metrics are not served');
      resolve(undefined);
    });
    server.listen(settings.METRICS_PORT, settings.METRICS_HOST, () => {
      const { port: given } = server.address() as AddressInfo;
      if (settings.METRICS_PORT === 0) log.warn({ port: given }, 'metrics are served on a port that the system chose');
      resolve(given);
    });
  });
  return {
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Hashed first, so that the comparison does not reveal even the length. */
function mayRead(authorization: string | undefined, token: string | undefined): boolean {
  if (!token) return true;
  return timingSafeEqual(Buffer.from(secretHash(authorization ?? '')), Buffer.from(secretHash(`Bearer ${token}`)));
}

async function openRegistry({ database, settings }: Services, { hub, requests, jobs, gauges }: Figures) {
  const { Registry, Gauge: PromGauge, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  // The usual precision of 10 ms would wake a resting process a hundred times per second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const { pool } = database;
  const own: readonly Gauge[] = [
    gauge('heap_limit_bytes', 'What this process may take for its heap (HEAP_MB).', () => getHeapStatistics().heap_size_limit),
    gauge('live_streams', 'Open live streams.', () => hub.size),
    gauge('database_connections', 'Connections of the pool.', () => pool.totalCount),
    gauge('database_connections_idle', 'Connections of the pool that nobody uses.', () => pool.idleCount),
    gauge('database_connections_max', 'Connections that the pool may have.', () => settings.DATABASE_CONNECTIONS),
    gauge('database_waiting', 'Requests that wait for a connection.', () => database.waiting()),
    gauge('mails_waiting', 'Mails that were not sent yet.', () => countMails(database, 'queued')),
    gauge('mails_oldest_waiting_seconds', 'For how long the oldest mail that is no bulk mail has been due.', () => oldestWaiting(database)),
    gauge('mails_failed', 'Mails that failed for good and are still kept.', () => countMails(database, 'failed')),
  ];
  for (const { name, help, label, read } of [...own, ...gauges]) {
    new PromGauge({
      name,
      help,
      registers: [registry],
      ...(label && { labelNames: [label] }),
      async collect() {
        const rows = await read();
        this.reset();
        // A metric without a value is absent, not zero.
        if (rows.length === 0) this.remove({});
        for (const { of, value } of rows) this.set(label ? { [label]: of ?? '' } : {}, value);
      },
    });
  }
  return async () => ({ type: registry.contentType, text: (await registry.metrics()) + requests.toText() + jobs.toText() });
}

function gauge(name: string, help: string, read: () => number | Promise<number>): Gauge {
  return { name, help, read: async () => [{ value: await read() }] };
}
