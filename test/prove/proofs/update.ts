import fs from 'node:fs';
import path from 'node:path';
import { atMost, inFolder, none, type Outcome, type Proof } from '../proof.ts';
import { faults, makeRelease, must, packVariant, startInstalled } from '../releases.ts';

/** A release is packed, installed and updated as its administrator does it, well and badly. */
export const proof: Proof = {
  goal: 'a release starts by itself; a bad or cut update leaves the old version answering with all data, a good one can be taken back',
  minutes: () => 30,
  run: () => inFolder(prove),
};

async function prove(folder: string): Promise<Outcome> {
  const port = 7000 + Math.floor(Math.random() * 2000);
  const { release, packed, unpacked } = makeRelease(folder);
  const home = path.join(folder, 'portal');
  must(path.join(release, 'vereinsportal'), ['install', home]);
  // Packed before anything is watched: it takes this process for itself.
  const bad = Object.entries(faults).map(([fault, spoil], at) => [fault, packVariant(release, `2.4.${900 + at}`, spoil)] as const);
  const good = packVariant(release, '2.4.999', () => undefined);
  fs.copyFileSync(good, `${good}.cut`);
  fs.truncateSync(`${good}.cut`, 10_000_000);
  fs.copyFileSync(`${good}.sha256`, `${good}.cut.sha256`);
  fs.appendFileSync(
    path.join(home, '.env'),
    `\nPORT=${port}\nDEMO=off\nMETRICS_PORT=0\nHEAP_MB=300\nBACKUP_PASSWORD=ein langes Passwort\n`,
  );
  const product = await startInstalled(home, port);
  const wrong: string[] = [];
  const first = await product.version();
  if ((await product.run('superuser', 'erste@verein.de')).code !== 0) wrong.push('no superuser');
  const server = fs.readFileSync(path.join(home, 'run/server'), 'utf8').trim();
  if (!fs.readFileSync(`/proc/${server}/cmdline`, 'utf8').includes('--max-old-space-size=300\0')) wrong.push('HEAP_MB is not passed on');
  const heads = async () => (await product.run('audit')).output;
  const before = await heads();
  const stands = async (what: string, version: string | undefined) => {
    const now = await product.version();
    if (now !== version) wrong.push(`${what}: ${now} answers`);
    if ((await heads()) !== before) wrong.push(`${what}: the audit log differs`);
  };
  for (const [fault, archive] of bad) {
    const { code, output } = await product.run('update', archive);
    if (code !== 1 || !output.includes('es ist nichts verloren')) wrong.push(`${fault}: ${output}`);
    await stands(fault, first);
  }
  const wayBackMs = product.outageMs();
  // On trial it has changed the data, and then nobody is left to judge it.
  const [migrating = ''] = bad.map(([, archive]) => archive).slice(-1);
  const kept = path.join(home, 'data/postgres.before/kept-by');
  const hasMigrated = () => fs.existsSync(kept) && Date.now() > fs.statSync(kept).mtimeMs + 3000;
  await product.killOnce(hasMigrated, 'update', migrating);
  await stands('an update that is killed on trial', first);
  const killedMs = product.outageMs();
  if ((await product.run('update', `${good}.cut`)).code !== 1) wrong.push('half a download is taken');
  await stands('half a download', first);
  const cutMs = product.outageMs();
  const done = await product.run('update', good);
  if (done.code !== 0) wrong.push(done.output);
  await stands('a good update', '2.4.999');
  const updateMs = product.outageMs();
  if ((await product.run('rollback')).code !== 0) wrong.push('no way back');
  await stands('the way back', first);
  await product.stop();
  return [
    atMost('packed', packed / 1e6, 120, ' MB'),
    atMost('unpacked', unpacked / 1e6, 400, ' MB'),
    none('surprises', wrong),
    atMost('out while a good update is made', updateMs / 1000, 20, ' s'),
    atMost('while a bad one is taken back', wayBackMs / 1000, 30, ' s'),
    atMost('while one that was killed is taken back', killedMs / 1000, 30, ' s'),
    atMost('while half a download is refused', cutMs / 1000, 1, ' s'),
  ];
}
