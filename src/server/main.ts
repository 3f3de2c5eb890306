import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { speakGerman } from '#shared/germanErrors.ts';
import { createApp } from './app.ts';
import { seedClubs } from './clubs/service.ts';
import { demoSignIns, fillDemo, isEmpty } from './db/demo.ts';
import { jobsOf } from './jobs.ts';
import type { Services } from './platform/context.ts';
import { startJobs } from './platform/jobs.ts';
import { LiveHub } from './platform/live.ts';
import { serveMetrics } from './platform/metrics.ts';
import { openLog, openMigratedDatabase, type OpenDatabase } from './platform/open.ts';
import { openSender } from './platform/outbox.ts';
import { projectRoot } from './platform/root.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { runCommand, StartError } from './platform/startError.ts';
import { readSecret } from './secret.ts';

await runCommand(start);

async function start(): Promise<void> {
  speakGerman();
  const settings = readSettings();
  refuseOpenDemo(settings);
  const log = openLog(settings);
  const opened = await openMigratedDatabase(settings);
  const services: Services = { settings, database: opened.database, log };
  await seedClubs(opened.database);
  const isDemo = await prepareDemo(services, opened);
  const secret = await readSecret(services);
  const hub = new LiveHub(opened.database, opened.connection, opened.user, log);
  const webFolder = path.join(projectRoot, 'dist/web');
  const build = (await fs.readFile(path.join(projectRoot, 'dist/build-id'), 'utf8').catch(() => 'dev')).trim();
  const app = createApp({ services, hub, secret, webFolder, build });
  await hub.start();
  const address = await app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartError(`Der Port ${settings.PORT} ist schon belegt. Bitte PORT anders setzen oder das andere Programm beenden.`);
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
      throw new StartError(`Auf ${settings.HOST}:${settings.PORT} darf oder kann nicht gelauscht werden (${error.code}).`);
    throw error;
  });
  tellAddress(settings, Number(new URL(address).port), isDemo);
  const background = startBackground(services, hub);
  stopOnSignal(async () => {
    log.info('stopping');
    await hub.close();
    await app.close();
    await (await background).stop();
    await opened.close();
  });
}

/** Jobs, mail and metrics start after the first request can be answered. */
async function startBackground(services: Services, hub: LiveHub): Promise<{ stop(): Promise<void> }> {
  const { settings, database, log } = services;
  try {
    const sender = await openSender(settings);
    const jobs = await startJobs(database, jobsOf(services, sender), log);
    const metrics = await serveMetrics(services, hub);
    return {
      stop: async () => {
        await metrics.stop();
        await jobs.stop();
        sender?.close();
      },
    };
  } catch (error) {
    log.error({ err: error }, 'background work did not start');
    return { stop: async () => undefined };
  }
}

async function prepareDemo(services: Services, { isEmbedded }: OpenDatabase): Promise<boolean> {
  const { settings, database } = services;
  const wanted = settings.DEMO ?? isEmbedded;
  if (wanted && (await isEmpty(database))) await fillDemo(services);
  return wanted && isEmbedded;
}

/** Everybody knows the fixed demonstration password, so it must not stand on a server that others can reach. */
function refuseOpenDemo(settings: Settings): void {
  const mayFill = settings.DEMO ?? !settings.DATABASE_URL;
  if (mayFill && settings.reachable && !settings.DEMO_PASSWORD) {
    throw new StartError(
      'Andere können diesen Server erreichen: Bitte DEMO=off setzen oder für die Demonstrationsdaten ein eigenes DEMO_PASSWORD.',
    );
  }
}

function tellAddress({ PUBLIC_URL, hosts, demoPassword }: Settings, port: number, isDemo: boolean): void {
  const lines = [`Vereinsportal läuft: ${PUBLIC_URL ?? `http://localhost:${port}`}`];
  if (!PUBLIC_URL) for (const name of [hosts.RWA[0], hosts.SCB[0], hosts.GSV[0]]) lines.push(`  http://${name}:${port}`);
  if (isDemo) lines.push('', `Zum Ausprobieren (Passwort für alle: ${demoPassword}):`, ...demoSignIns().map((one) => `  ${one}`));
  console.log(lines.join('\n'));
  // Whoever started us waits for this line; the file tells tests the port that the system chose.
  if (process.env['READY_FILE']) writeFileSync(process.env['READY_FILE'], String(port));
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), 10_000).unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
