import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Services } from '#server/platform/http/context.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';
import { keepFile } from '#server/platform/process/keptFile.ts';

const fileName = 'auth.secret';
/** Versions up to 2.4.1 stored the secret in the database that it protects, and thus in each copy. */
const formerName = 'auth.secret';
const fingerprintName = 'auth.fingerprint';

/**
 * The secret that signs cookies and tokens: the configured one, or that of a file in DATA_DIR which only the server's
 * user can read, created at the first start. A secret still stored in the database is moved to the file, so that
 * sessions remain valid.
 */
export async function readSecret({ settings, database, log }: Pick<Services, 'settings' | 'database' | 'log'>): Promise<string> {
  const file = path.join(settings.DATA_DIR, fileName);
  const former = await readSystemValue(database, formerName);
  const secret = settings.AUTH_SECRET ?? (await keepFile(file, former ?? randomBytes(48).toString('base64url')));
  if (former !== undefined) await forgetSystemValue(database, formerName);
  // The fingerprint does not reveal the random secret, but detects processes with different secrets.
  const fingerprint = createHash('sha256').update(`fingerprint ${secret}`).digest('base64url');
  const before = await replaceSystemValue(database, fingerprintName, fingerprint);
  if (before !== undefined && before !== fingerprint)
    log.warn('The secret of sessions is another one than before. Several processes of one database need the same AUTH_SECRET.');
  return secret;
}

/** After the end of all sessions the next start may have another secret, e.g. that of another machine. */
export async function forgetSecret(database: Parameters<typeof forgetSystemValue>[0]): Promise<void> {
  await forgetSystemValue(database, fingerprintName);
}
