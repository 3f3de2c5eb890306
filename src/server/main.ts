import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { createApp } from './app.ts';
import { seedClubs } from '#server/club/clubs/service.ts';
import { demoSignIns, isDemo, prepareDemo, type DemoState } from '#server/db/demo.ts';
import { gaugesOf } from './figures.ts';
import { jobsOf } from './jobs.ts';
import { renewLink } from '#server/accounts/sessions/mailLinks.ts';
import { startPush, type PushDelivery } from '#server/accounts/push/delivery.ts';
import { logStart } from './startLine.ts';
import type { Services } from '#server/platform/http/context.ts';
import { watchMaintenance, type Maintenance } from '#server/platform/http/maintenance.ts';
import { completeErasureLog } from '#server/platform/database/erasures.ts';
import { startJobs } from '#server/platform/process/jobs.ts';
import { LiveHub } from '#server/platform/live.ts';
import { JobFigures } from '#server/platform/process/jobFigures.ts';
import { RequestFigures } from '#server/platform/process/requestFigures.ts';
import { serveMetrics } from '#server/platform/process/metrics.ts';
import { openKeyRing } from '#server/platform/database/keyRing.ts';
import { sealRows } from '#server/platform/database/sealRows.ts';
import { openLog, openMigratedDatabase } from '#server/platform/database/open.ts';
import { readFile } from '#server/files/objects/service.ts';
import { deliverMails } from '#server/platform/mail/delivery.ts';
import { undoSeconds } from '#shared/courses/sessionStates.ts';
import { startMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { domainOf, openSender } from '#server/platform/mail/sender.ts';
import { startBackground, type Background, type Running } from '#server/platform/process/background.ts';
import { proveStoreAtStart } from '#server/files/bytes/proveStore.ts';
import { readParameter } from '#server/club/config/service.ts';
import { finishRestore } from '#server/office/backup/stagedFiles.ts';
import { projectRoot } from '#server/platform/process/root.ts';
import { warnOfLooseTls } from '#server/platform/process/databaseUrl.ts';
import { readSettings, type Settings } from '#server/platform/process/settings.ts';
import { warnOfUnknownSettings } from '#server/platform/process/unknownSettings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';
import { sealedColumns } from './personalData.ts';
import { readSecret } from './secret.ts';

await runCommand(start);

async function start(closing: Closing): Promise<void> {
  speakGerman();
  const settings = readSettings();
  const log = openLog(settings);
  warnOfUnknownSettings(process.execArgv, (line) => console.error(line));
  warnOfLooseTls(process.env, (line) => console.error(line));
  stopOnSignal(closing, log, settings);
  const opened = await openMigratedDatabase(settings);
  closing.add(opened.close);
  const services: Services = { settings, database: opened.database, log };
  await proveStoreAtStart(settings, log);
  if (await finishRestore(opened.database, settings.FILES_DIR)) log.warn('the files of a restore that was interrupted took their place');
  await openKeyRing(settings, opened.database);
  await seedClubs(opened.database);
  const demo = await prepareDemo(services);
  const secret = await readSecret(services);
  const hub = new LiveHub(opened.database, opened.connection, opened.user, log, { visitorsPerNetwork: settings.LIVE_PER_NETWORK });
  const webFolder = path.join(projectRoot, 'dist/web');
  const build = (await fs.readFile(path.join(projectRoot, 'dist/build-id'), 'utf8').catch(() => 'dev')).trim();
  const background: { now?: Background } = {};
  // The readiness check fails first, so that load balancers stop sending requests before this process ends.
  const isBackgroundRunning = () => !closing.isClosing && (background.now?.isRunning() ?? false);
  const requests = new RequestFigures();
  const maintenance = watchMaintenance(opened.database);
  const app = createApp({
    services,
    hub,
    secret,
    webFolder,
    build,
    isBackgroundRunning,
    maintenance,
    count: (answered) => requests.count(answered),
  });
  await hub.start();
  closing.add(() => hub.close());
  const address = await app.listen({ port: settings.PORT, host: settings.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, settings);
  });
  background.now = startBackground(() => runBackground(services, hub, { secret, demo, requests, maintenance }), log);
  closing.add(() => Promise.all([closeGently(app, hub), background.now?.stop()]));
  closing.add(() => new Promise((resolve) => setTimeout(resolve, settings.DRAIN_SECONDS * 1000)));
  await logStart(services, { build, isEmbedded: opened.isEmbedded, address });
  announceAddress(settings, Number(new URL(address).port), demo);
}

/** Jobs, mail and metrics; started once the first request can be answered. */
async function runBackground(
  services: Services,
  hub: LiveHub,
  { secret, demo, requests, maintenance }: { secret: string; demo: DemoState; requests: RequestFigures; maintenance: Maintenance },
): Promise<Running> {
  const { settings, database, log } = services;
  await completeErasureLog(database, settings.DATA_DIR);
  const mail = await runMail(services, hub, maintenance);
  const push = runPush(services, hub, maintenance);
  const jobFigures = new JobFigures();
  const jobs = await startJobs(database, jobsOf(services, mail?.mailer, push), log, { figures: jobFigures, maintenance }).catch(
    async (error: unknown) => {
      await Promise.all([mail?.stop(), push.stop()]);
      throw error;
    },
  );
  const metrics = await serveMetrics(services, { hub, requests, jobs: jobFigures, gauges: gaugesOf(services) });
  const sealing = startSealing(services);
  const demoFiles = isDemo(demo) ? startDemoFiles(services, secret) : undefined;
  return {
    stop: async () => {
      await demoFiles?.stop();
      await sealing.stop();
      await metrics.stop();
      await jobs.stop();
      await Promise.all([mail?.stop(), push.stop()]);
    },
  };
}

/** Push messages are sent when a notice is committed, or once it can no longer be withdrawn. */
function runPush(services: Services, hub: LiveHub, maintenance: Maintenance): PushDelivery {
  const push = startPush(services, async () => (await maintenance.words()) !== undefined);
  let later: NodeJS.Timeout | undefined;
  const unwatch = hub.watch((collection) => {
    if (collection !== 'mails') return;
    push.wake();
    clearTimeout(later);
    later = setTimeout(() => push.wake(), 1000 * (undoSeconds + 1)).unref();
  });
  push.wake();
  return {
    wake: () => push.wake(),
    stop: () => {
      unwatch();
      clearTimeout(later);
      return push.stop();
    },
  };
}

/** Mails are sent as soon as they are committed, by whichever process is notified first. */
async function runMail(
  { settings, database, log }: Services,
  hub: LiveHub,
  maintenance: Maintenance,
): Promise<(Running & { mailer: Mailer }) | undefined> {
  const { SMTP_URL, MAIL_FROM } = settings;
  if (!SMTP_URL) return undefined;
  const sender = await openSender({ SMTP_URL, MAIL_FROM });
  const mailer = startMailer(async (isStopping) => {
    if ((await maintenance.words()) !== undefined) return 'blocked';
    const bulkPerMinute = await readParameter(database.orm, 'mail.bulkPerMinute');
    const open = (path: string) => readFile({ settings, database }, path);
    return deliverMails(database, sender, log, {
      isStopping,
      bulkPerMinute,
      domain: domainOf(MAIL_FROM),
      readFile: open,
      renewLink: (mail) => renewLink(database, mail),
    });
  }, log);
  let later: NodeJS.Timeout | undefined;
  const unwatch = hub.watch((collection) => {
    if (collection !== 'mails') return;
    mailer.wake();
    // Mails that can still be withdrawn are sent after the undo period.
    clearTimeout(later);
    later = setTimeout(() => mailer.wake(), 1000 * (undoSeconds + 1)).unref();
  });
  mailer.wake();
  return {
    mailer,
    stop: async () => {
      unwatch();
      clearTimeout(later);
      await mailer.stop();
      sender.close();
    },
  };
}

/** Encrypts values stored by an earlier version, or with an earlier key, in the background. */
function startSealing({ database, log }: Services): { stop(): Promise<void> } {
  let isStopped = false;
  const work = sealRows(database, sealedColumns, () => isStopped)
    .then((count) => count > 0 && log.info({ count }, 'values were sealed'))
    .catch((error: unknown) => log.error({ err: error }, 'sealing goes on at the next start'));
  return {
    stop: async () => {
      isStopped = true;
      await work;
    },
  };
}

/** Adds the images and documents of the demo data once everything else is running. */
function startDemoFiles(services: Services, secret: string): { stop(): Promise<void> } {
  let isStopped = false;
  const work = import('#server/db/demoFiles.ts')
    .then(({ fillDemoFiles }) => fillDemoFiles(services, secret, () => isStopped))
    .catch((error: unknown) => services.log.warn({ err: error }, 'the files of the demonstration wait for the next start'));
  return {
    stop: () => {
      isStopped = true;
      return work;
    },
  };
}

/** Stops accepting connections, ends the event streams and lets running requests finish; after 7 s they are aborted. */
async function closeGently(app: ReturnType<typeof createApp>, hub: LiveHub): Promise<void> {
  const closed = app.close();
  await hub.close();
  // Connections that were busy at the signal become idle keep-alive connections, which would keep the server open.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), 7000);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

function listenError(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Der Port ${PORT} ist schon belegt. Bitte PORT anders setzen oder das andere Programm beenden.`);
  if (error.code && ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(error.code))
    return new StartError(`Auf ${HOST}:${PORT} darf oder kann nicht gelauscht werden (${error.code}). Bitte HOST oder PORT ändern.`);
  return error;
}

function announceAddress({ PUBLIC_URL, READY_FILE, hosts, demoPassword }: Settings, port: number, demo: DemoState): void {
  const lines = [`Vereinsportal läuft: ${PUBLIC_URL ?? `http://localhost:${port}`}`];
  if (!PUBLIC_URL) for (const name of [hosts.RWA[0], hosts.SCB[0], hosts.GSV[0]]) lines.push(`  http://${name}:${port}`);
  if (demo === 'default-password') lines.push('', `Zum Ausprobieren (Passwort für alle: ${demoPassword}):`, ...demoSignIns());
  if (demo === 'own-password') lines.push('', 'Zum Ausprobieren (Passwort für alle: Ihr DEMO_PASSWORD):', ...demoSignIns());
  console.log(lines.join('\n'));
  if (READY_FILE) writeFileSync(READY_FILE, String(port));
}

function stopOnSignal(closing: Closing, log: Services['log'], { DRAIN_SECONDS }: Settings): void {
  const stop = (signal: string) => {
    if (closing.isClosing) return;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), DRAIN_SECONDS * 1000 + 9500).unref();
    void closing.close().then(() => {
      log.info('stopped');
      process.exit(0);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // An update testing a new version has an IPC channel to it; without it, nobody else would stop this process.
  process.on('disconnect', () => stop('disconnect'));
}
