import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gaugesOf } from '#server/figures.ts';
import { noteBackup } from '#server/office/backup/lastBackup.ts';
import { serveHealth } from '#server/platform/http/health.ts';
import { openWebServer } from '#server/webServer.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { projectRoot } from './root.ts';
import { JobFigures } from './jobFigures.ts';
import { serveMetrics } from './metrics.ts';
import { RequestFigures } from './requestFigures.ts';

const token = 'the token of the one who reads';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ METRICS_PORT: '0', METRICS_TOKEN: token });
});
afterAll(() => server.close());

const figures = () => ({ hub: server.hub, requests: new RequestFigures(), jobs: new JobFigures(), gauges: gaugesOf(server) });

async function read(port: number | undefined, authorization?: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, authorization ? { headers: { authorization } } : {});
  return { status: answer.status, text: await answer.text() };
}

test('metrics cover requests, jobs, mails, files and backups, for clients with the token', async () => {
  const all = figures();
  const metrics = await serveMetrics(server, all);
  const port = await metrics.port;
  expect((await read(port)).status).toBe(401);
  expect((await read(port, 'Bearer wrong')).status).toBe(401);

  const app = openWebServer(server, (answered) => all.requests.count(answered));
  serveHealth(app, server.database, () => true);
  for (const url of ['/health/live', '/health/live', '/nothing']) await app.inject(url);
  await app.close();
  for (const job of ['leavers', 'backup']) all.jobs.expect(job);
  all.jobs.count('leavers', 'failed');
  expect((await read(port, `Bearer ${token}`)).text).not.toMatch(/^backup_last_timestamp_seconds \d/m);
  await noteBackup(server.database, { isNightly: false });
  // One was due an hour ago, one is not due yet, bulk emails do not count.
  await server.sql(`insert into outbox_mail (kind, club, recipient, subject, body, created_at, next_attempt_at) values
    ('notice', 'RWA', 'b@x.test', 's', 'b', now() - interval '2 hours', now() - interval '1 hour'),
    ('notice', 'RWA', 'b@x.test', 's', 'b', now() - interval '2 hours', now() + interval '1 hour'),
    ('bulk', 'RWA', 'b@x.test', 's', 'b', now() - interval '2 hours', now() - interval '2 hours')`);
  await server.sql(
    "insert into outbox_mail (kind, club, recipient, subject, body, state) values ('notice', 'RWA', 'b@x.test', 's', 'b', 'failed')",
  );

  const { status, text } = await read(port, `Bearer ${token}`);
  expect(status).toBe(200);
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/health/live",status="200"} 2\n');
  expect(text).toContain('http_request_duration_seconds_bucket{method="GET",route="/health/live",status="200",le="+Inf"} 2\n');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1\n');
  expect(text).toContain('job_runs_total{name="leavers",outcome="failed"} 1\n');
  // Exported before its first failure, so that this failure is visible as an increase.
  expect(text).toContain('job_runs_total{name="backup",outcome="failed"} 0\n');
  for (const line of [
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^database_connections_max 12$/m,
    /^heap_limit_bytes \d{9,}$/m,
    /^mails_waiting \d+$/m,
    /^mails_failed [1-9]\d*$/m,
    /^mails_oldest_waiting_seconds (3[56]\d\d)$/m,
    /^storage_used_bytes\{club="RWA"\} \d+$/m,
    /^storage_quota_bytes 5368709120$/m,
    /^backup_last_timestamp_seconds 1\d{9}/m,
    /^live_streams 0$/m,
  ])
    expect(text).toMatch(line);
  // Each metric family must be declared only once.
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(families.length).toBe(new Set(families).size);
  // Alerts and the dashboard query nothing else.
  const asked = askedFor();
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !text.includes(`\n${name}{`) && !text.includes(`\n${name} `))).toEqual([]);
  await metrics.stop();
});

/** The metrics that the alerts and the dashboard of `deploy/` query. */
function askedFor(): string[] {
  const read = (file: string) => fs.readFileSync(path.join(projectRoot, 'deploy', file), 'utf8');
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'));
  const asked = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...(read('prometheus-rules.yml').match(/expr: .*(?:\n {10}.*)*/g) ?? []),
  ];
  const ofPromql = ['group_left', 'histogram_quantile'];
  return asked.flatMap((text) =>
    [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\b/g)].flatMap(([, name = '']) => (ofPromql.includes(name) ? [] : name)),
  );
}

test('a port chosen by the system is logged, and a taken one does not prevent the rest', async () => {
  const first = await serveMetrics(server, figures());
  const port = await first.port;
  expect(server.logged()).toContain(`"port":${port},"msg":"metrics are served on a port that the system chose"`);
  const second = await serveMetrics({ ...server, settings: { ...server.settings, METRICS_PORT: port ?? 0 } }, figures());
  expect(await second.port).toBeUndefined();
  expect(server.logged()).toContain('metrics are not served');
  await second.stop();
  expect((await read(port, `Bearer ${token}`)).status).toBe(200);
  await first.stop();
});
