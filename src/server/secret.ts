import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '#server/platform/http/context.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';

const fileName = 'auth.secret';
/** Where versions up to 2.4.1 kept the secret: in the database that it protects, and so in each copy of it. */
const formerName = 'auth.secret';
const fingerprintName = 'auth.fingerprint';

/**
 * The secret that signs cookies and tokens: the configured one, or that of a file in DATA_DIR which only the server's user
 * reads, made at the first start. A secret that still lies in the database moves into the file, so that sessions go on.
 */
export async function readSecret({ settings, database, log }: Pick<Services, 'settings' | 'database' | 'log'>): Promise<string> {
  const file = path.join(settings.DATA_DIR, fileName);
  const former = await readSystemValue(database, formerName);
  const secret = settings.AUTH_SECRET ?? (await keepFile(file, former ?? randomBytes(48).toString('base64url')));
  if (former !== undefined) await forgetSystemValue(database, formerName);
  // The fingerprint tells nothing about a random secret, but whether all processes have the same one.
  const fingerprint = createHash('sha256').update(`fingerprint ${secret}`).digest('base64url');
  const before = await replaceSystemValue(database, fingerprintName, fingerprint);
  if (before !== undefined && before !== fingerprint)
    log.warn('The secret of sessions is another one than before. Several processes of one database need the same AUTH_SECRET.');
  return secret;
}

/** The text of a file, written with `text` unless it is there; of several who begin at once all get the same. */
async function keepFile(file: string, text: string): Promise<string> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  const kept = await readIfThere(file);
  if (kept) return kept;
  const draft = `${file}.${randomUUID()}`;
  await fs.writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  // A link takes an existing file away from nobody, and the file appears whole.
  await fs.link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(draft);
  return (await readIfThere(file)) ?? text;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await fs.readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // Node's errors of files carry a code.
    throw error;
  }
}
