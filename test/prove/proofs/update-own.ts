import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../stage/ports.ts';
import { inFolder, none, onStage, atMost, type Outcome, type Proof, type ProofStage } from '../proof.ts';
import { faults, makeRelease, must, packVariant, startInstalled } from '../releases.ts';

/** As docs/operations.md makes it, at the beginning and on the way back. */
const createDatabase = "create database portal owner portal_owner encoding 'UTF8' locale_provider icu icu_locale 'de' template template0";

/** The same as `update` on an own PostgreSQL, of which an update makes no copy. */
export const proof: Proof = {
  goal: 'on an own PostgreSQL with two users a bad update leaves the old version answering, or says the way back, which is then gone as the handbook says it; a good one can be taken back',
  minutes: () => 30,
  run: () => onStage((stage) => inFolder((folder) => prove(stage, folder))),
};

async function prove({ postgres }: ProofStage, folder: string): Promise<Outcome> {
  const { release } = makeRelease(folder);
  const home = path.join(folder, 'portal');
  must(path.join(release, 'vereinsportal'), ['install', home]);
  const archives = Object.entries(faults).map(([fault, spoil], at) => [fault, packVariant(release, `2.4.${900 + at}`, spoil)] as const);
  const good = packVariant(release, '2.4.999', () => undefined);
  const port = await freePort();
  const asAdministrator = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: `postgres://postgres@/postgres?host=${postgres.host}` });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await asAdministrator('create role portal_owner login', 'create role portal_app login', createDatabase);
  const urlOf = (user: string) => `postgres://${user}@/portal?host=${postgres.host}`;
  const settings = {
    PORT: port,
    METRICS_PORT: 0,
    BACKUP_PASSWORD: "'ein langes Passwort'",
    DATABASE_WAIT_SECONDS: 2,
    DATABASE_URL: urlOf('portal_app'),
    DATABASE_MIGRATOR_URL: urlOf('portal_owner'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  fs.writeFileSync(path.join(home, '.env'), lines.join(''));
  const product = await startInstalled(home, port);
  const wrong: string[] = [];
  const first = await product.version();
  const headsNow = async () => (await product.run('audit')).output;
  if ((await product.run('superuser', 'erste@verein.de')).code !== 0) wrong.push('no superuser');
  const heads = await headsNow();
  const stands = async (what: string, version: string | undefined) => {
    const now = await product.version();
    if (now !== version) wrong.push(`${what}: ${now} answers`);
    if ((await headsNow()) !== heads) wrong.push(`${what}: the audit log differs`);
  };
  const [changing, ...harmless] = archives.toReversed();
  for (const [fault, archive] of harmless) {
    const { code, output } = await product.run('update', archive);
    if (code !== 1 || !output.includes('es ist nichts verloren')) wrong.push(`${fault}: ${output}`);
    await stands(fault, first);
  }
  const wayBackMs = product.outageMs();
  const done = await product.run('update', good);
  if (done.code !== 0) wrong.push(done.output);
  await stands('a good update', '2.4.999');
  if ((await product.run('rollback')).code !== 0) wrong.push('no way back');
  await stands('the way back', first);
  const updateMs = product.outageMs();

  // What changed the database beyond what the old version understands: the handbook's way back.
  const refused = await product.run('update', changing?.[1] ?? '');
  const backup = /(\/\S+\.sicherung)/.exec(refused.output.split('\n').at(-2) ?? '')?.[1];
  if (refused.code !== 1 || backup === undefined) wrong.push(`the way back is not named: ${refused.output}`);
  await product.stop();
  await asAdministrator('alter database portal rename to portal_before', createDatabase);
  const restored = await product.run('restore', backup ?? '', '--yes');
  if (restored.code !== 0) wrong.push(restored.output);
  const again = await startInstalled(home, port);
  if ((await again.version()) !== first) wrong.push('the restored one does not answer');
  const after = (await again.run('audit')).output;
  if (!after.includes('lückenlos')) wrong.push(`after the restore: ${after}`);
  await again.stop();
  return [
    none('surprises', wrong),
    atMost('out while a bad update is taken back', wayBackMs / 1000, 30, ' s'),
    atMost('while a good one is made and taken back', updateMs / 1000, 20, ' s'),
  ];
}
