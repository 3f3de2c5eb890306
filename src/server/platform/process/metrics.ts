import { http } from '../http/nodeHttp.ts';
import type { Services } from '../http/context.ts';
import type { LiveHub } from '../live.ts';
import { waitingMails } from '../outbox.ts';

/** Serves Prometheus metrics on a loopback port of their own, where nobody from outside can read them. */
export async function serveMetrics({ settings, database, log }: Services, hub: LiveHub): Promise<{ stop(): Promise<void> }> {
  const { Registry, Gauge, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges: [string, string, () => number | Promise<number>][] = [
    ['live_streams', 'Open live streams.', () => hub.size],
    ['database_connections', 'Connections of the pool.', () => database.pool.totalCount],
    ['database_waiting', 'Requests that wait for a connection.', () => database.waiting()],
    ['mails_waiting', 'Mails that were not sent yet.', () => waitingMails(database)],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
  const server = http.createServer((_request, response) => {
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.on('error', (error) => log.warn({ err: error }, 'metrics are not served'));
  server.listen(settings.METRICS_PORT, '127.0.0.1');
  return {
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
