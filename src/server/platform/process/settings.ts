import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { clockPattern } from '#shared/kernel/calendar.ts';
import { germanMessage } from '#shared/kernel/germanErrors.ts';
import { isDatabaseUrl, strictTls, urlsOf } from './databaseUrl.ts';
import { projectRoot } from './root.ts';
import { settingsFiles } from './settingsFile.ts';
import { StartError } from './startError.ts';

const hostList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'Nur Rechnernamen, mit Komma getrennt, ohne Port.')).min(1));
/** Whether this is an address, or a network as address/bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const version = isIP(address);
  return version > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

/** Words separated by spaces; none by default. */
const wordList = z
  .string()
  .default('')
  .transform((text) => text.split(/\s+/).filter(Boolean));

/** The minimum length of a secret. */
const keyLength = 32;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const onOff = z.enum(['on', 'off'], 'Möglich sind: on, off.').transform((word) => word === 'on');
const httpUrl = z.url({ protocol: /^https?$/ });
const postgresUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'Erwartet wird postgres://name:passwort@rechner/datenbank, mehrere Rechner mit Komma dazwischen (rechner1,rechner2:5433), target_session_attrs nur als read-write.',
  )
  .transform(strictTls);

/** A folder on this machine, or s3://bucket/folder with names that every store accepts. */
const backupPattern = /^(?!s3:)\S.*$|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/;

/** All settings with their defaults; `.env.example` explains each. Unknown environment variables are ignored. */
export const settingsShape = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  FILES_DIR: z.string().min(1).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.refine((url) => urlsOf(url).length === 1, 'Hier steht ein einziger Rechner.').optional(),
  DATABASE_MIGRATOR_URL: postgresUrl.optional(),
  LIVE_PER_NETWORK: z.coerce.number().int().min(1).max(10_000).default(30),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(8).default(0),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(12),
  DATABASE_BUFFERS_MB: z.coerce.number().int().min(16).max(65_536).default(64),
  HEAP_MB: z.coerce.number().int().min(256).max(65_536).default(512),
  PUBLIC_URL: httpUrl.optional(),
  HSTS_MAX_AGE: z.coerce.number().int().min(0).max(63_072_000).default(2_592_000),
  HSTS_SUBDOMAINS: onOff.default(false),
  CLUB_HOSTS_RWA: hostList.default(['rwa.localhost', 'localhost', '127.0.0.1']),
  CLUB_HOSTS_SCB: hostList.default(['scb.localhost']),
  CLUB_HOSTS_GSV: hostList.default(['gsv.localhost']),
  PASSKEY_HOST: z.string().trim().toLowerCase().min(1).optional(),
  DEMO: onOff.optional(),
  DEMO_PASSWORD: z.string().min(6).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => text.split(',').every(isNetwork), 'Nur IP-Adressen oder Netze (10.0.0.0/8), mit Komma getrennt.')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().max(254).default('Vereinsportal <noreply@localhost>'),
  AUTH_KEY: z
    .string()
    .min(1)
    .regex(/^[^:]+$/, 'Der Schlüssel darf keinen Doppelpunkt enthalten.')
    .default('vereinsportal'),
  AUTH_SECRET: z.string().min(keyLength).optional(),
  DATA_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((key) => key.trim().length >= keyLength),
      'Jeder Schlüssel braucht mindestens 32 Zeichen; mehrere mit Komma getrennt.',
    )
    .optional(),
  PUSH_VAPID_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'Erwartet werden 32 Bytes in base64url (43 Zeichen).')
    .optional(),
  PUSH_ORIGINS: wordList,
  AUTH_SYNC_URL: z
    .string()
    .regex(/^\/(?!\/)/, 'Nur eine Adresse auf demselben Rechner, mit / am Anfang.')
    .optional(),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(128).default(6),
  PASSWORD_MAX: z.coerce.number().int().min(16).max(1024).default(256),
  PASSWORD_CLASSES: z.coerce.number().int().min(0).max(4).default(0),
  OIDC_NAME: z.string().min(1).max(60).default('Anmeldedienst'),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ACR: wordList,
  OIDC_AMR: wordList,
  STORAGE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .default('club-files'),
  STORAGE_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(5 * 1024 ** 3),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_KEY: z.string().min(1).optional(),
  S3_SECRET: z.string().min(1).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9464),
  LOG_LEVEL: z.enum(logLevels, `Möglich sind: ${logLevels.join(', ')}.`).optional(),
  BACKUP_PASSWORD: z.string().min(12).max(1024).optional(),
  BACKUP_AT: z.string().regex(clockPattern, 'Eine Uhrzeit wie 02:30.').optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(3650).default(30),
  BACKUP_TO: z.string().regex(backupPattern, 'Ein Ordner oder s3://bucket/ordner.').default('./backups'),
  BACKUP_S3_FILES: onOff.default(false),
  READY_FILE: z.string().min(1).optional(),
});

function isS3(address: string): boolean {
  return address.startsWith('s3://');
}

/** The settings as used by the server. Read once at the start; nothing else reads the environment. */
export type Settings = ReturnType<typeof readSettings>;

/** The fixed password of the demonstration accounts; a different one is required once others can reach the server. */
export const defaultDemoPassword = 'Probetraining-2026';

/** The folder of an embedded database; undefined for an external database. */
export function embeddedFolder({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): string | undefined {
  return DATABASE_URL === undefined ? DATA_DIR : undefined;
}

/** Reads and validates the settings; throws a StartError that names the first invalid one. */
export function readSettings(env: NodeJS.ProcessEnv = process.env, nodeOptions: readonly string[] = process.execArgv) {
  refuseCutSecret(env, nodeOptions);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = settingsShape.safeParse(given, { error: (issue) => germanMessage(issue as Parameters<typeof germanMessage>[0]) });
  if (!result.success) {
    const issue = result.error.issues[0];
    // A list of hosts is one setting, so the index in the list is not part of its name.
    throw refusal(String(issue?.path[0] ?? ''), issue?.message ?? 'unbekannter Fehler');
  }
  refuseContradiction(result.data);
  const { CLUB_HOSTS_RWA, CLUB_HOSTS_SCB, CLUB_HOSTS_GSV, ...values } = result.data;
  // Installed versions share one data folder outside of the releases.
  const home = env['VEREINSPORTAL_HOME'] ?? projectRoot;
  const dataFolder = path.resolve(home, values.DATA_DIR);
  return {
    ...values,
    // A terminal shows only the address and warnings; the log of a service has everything.
    LOG_LEVEL: values.LOG_LEVEL ?? (process.stdout.isTTY ? ('warn' as const) : ('info' as const)),
    DATA_DIR: dataFolder,
    /** The folder for the bytes of stored files; several processes share this folder, never DATA_DIR. */
    FILES_DIR: values.FILES_DIR ? path.resolve(home, values.FILES_DIR) : path.join(dataFolder, 'files'),
    /** The target of the nightly backups: a folder, or s3://bucket/folder. */
    BACKUP_TO: isS3(values.BACKUP_TO) ? values.BACKUP_TO : path.resolve(home, values.BACKUP_TO),
    /** Whether that is the default folder, which the product creates itself; another one may be on a disk that is not mounted. */
    hasOwnBackups: path.resolve(home, values.BACKUP_TO) === path.join(home, 'backups'),
    hosts: { RWA: CLUB_HOSTS_RWA, SCB: CLUB_HOSTS_SCB, GSV: CLUB_HOSTS_GSV },
    /** Whether users reach the server over TLS: cookies are then bound to the host and HSTS is sent. */
    secure: values.PUBLIC_URL?.startsWith('https:') ?? false,
    /** Whether other machines can reach the server. */
    reachable: isReachable(result.data),
    demoPassword: values.DEMO_PASSWORD ?? defaultDemoPassword,
  };
}

/**
 * Whether other machines can reach the server. A proxy or a club's public name indicates it, too: forgetting PUBLIC_URL beside them must
 * not expose the demonstration.
 */
function isReachable(values: z.output<typeof settingsShape>): boolean {
  const hosts = [...values.CLUB_HOSTS_RWA, ...values.CLUB_HOSTS_SCB, ...values.CLUB_HOSTS_GSV];
  return (
    !isLoopback(values.HOST) ||
    values.PUBLIC_URL !== undefined ||
    values.TRUSTED_PROXIES !== undefined ||
    hosts.some((host) => !/(?:^|\.)localhost$|^127\.0\.0\.1$/.test(host))
  );
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host);
}

/** Throws for a secret cut off at a `#`: only its beginning is in effect, so the full secret would fail when it is needed. */
function refuseCutSecret(env: NodeJS.ProcessEnv, nodeOptions: readonly string[]): void {
  for (const { file, values, cut } of settingsFiles(nodeOptions)) {
    const name = cut.find((one) => /PASSWORD|SECRET|TOKEN|_KEY$|_URL$/.test(one) && one in settingsShape.shape && env[one] === values[one]);
    if (name)
      throw refusal(
        name,
        `In ${file} steht ein # darin, und ohne Anführungszeichen gilt nur, was davor steht. ${cutAdvice(name, values[name] ?? '')}`,
      );
  }
}

/** How to write a secret that was cut off. Data encrypted with the beginning need it for decryption, so there it stays the value. */
function cutAdvice(name: string, beginning: string): string {
  const isKey = name === 'DATA_KEY' || name === 'AUTH_SECRET';
  // No server ever started with a shorter one.
  if (isKey && beginning.length >= keyLength)
    return `Verschlüsselt wurde bisher mit dem Anfang bis vor dem #: Bitte den in Anführungszeichen setzen, ${name}='…'.`;
  return `Bitte so schreiben: ${name}='…'.${name === 'BACKUP_PASSWORD' ? ' Frühere Sicherungen öffnet nur der Anfang bis vor dem #.' : ''}`;
}

/** Throws for settings that are valid one by one, but not together. */
function refuseContradiction(values: z.output<typeof settingsShape>): void {
  if (!isLoopback(values.METRICS_HOST) && !values.METRICS_TOKEN)
    throw refusal('METRICS_TOKEN', 'Bitte setzen (mindestens 16 Zeichen), wenn andere Rechner METRICS_HOST erreichen.');
  const halfMb = Math.floor(os.totalmem() / 2 / 1024 ** 2);
  if (values.DATABASE_BUFFERS_MB > halfMb)
    throw refusal('DATABASE_BUFFERS_MB', `Höchstens die Hälfte des Arbeitsspeichers dieses Rechners (${halfMb}).`);
  if (values.BACKUP_AT && !values.BACKUP_PASSWORD)
    throw refusal('BACKUP_PASSWORD', 'Bitte setzen (mindestens 12 Zeichen), wenn BACKUP_AT gesetzt ist; nachts fragt niemand danach.');
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    throw refusal('DATABASE_READ_URL', 'Eine Lesekopie gehört zu einem eigenen PostgreSQL: Bitte auch DATABASE_URL setzen.');
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID) throw refusal('OIDC_CLIENT_ID', 'Bitte ausfüllen, wenn OIDC_ISSUER gesetzt ist.');
  // A partially configured store would leave the bytes on this machine unnoticed.
  const store = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'] as const;
  const given = isS3(values.BACKUP_TO) ? 'BACKUP_TO=s3://…' : store.find((one) => values[one]);
  for (const name of store) {
    // A store may be used for backups only.
    if (name === 'S3_BUCKET' && isS3(values.BACKUP_TO)) continue;
    if (given && !values[name]) throw refusal(name, `Bitte ausfüllen, wenn ${given} gesetzt ist.`);
  }
  if (values.PASSWORD_MAX < values.PASSWORD_MIN)
    throw refusal('PASSWORD_MAX', `Mindestens so viel wie PASSWORD_MIN (${values.PASSWORD_MIN}).`);
  const hosts = [...values.CLUB_HOSTS_RWA, ...values.CLUB_HOSTS_SCB, ...values.CLUB_HOSTS_GSV];
  const twice = hosts.find((host, at) => hosts.indexOf(host) < at);
  if (values.PASSKEY_HOST && !hosts.includes(values.PASSKEY_HOST))
    throw refusal('PASSKEY_HOST', 'Das muss einer der Rechnernamen aus CLUB_HOSTS_RWA, CLUB_HOSTS_SCB oder CLUB_HOSTS_GSV sein.');
  if (twice) throw refusal('CLUB_HOSTS_RWA, CLUB_HOSTS_SCB oder CLUB_HOSTS_GSV', `${twice} steht doppelt.`);
}

function refusal(setting: string, reason: string): StartError {
  return new StartError(`Ungültige Einstellung ${setting}: ${reason}`);
}
