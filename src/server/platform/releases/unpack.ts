import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../process/startError.ts';
import { versionOf } from './places.ts';

/**
 * Unpacks an archive beside the other versions and returns its folder. Verifies the archive by the checksum file beside it, and each file
 * by the list in the archive: an incomplete download changes nothing.
 */
export async function unpack(archive: string, releases: string): Promise<string> {
  try {
    return await unpackInto(archive, releases);
  } catch (error) {
    throw refusedByDisk(error) ?? error;
  }
}

/** A missing permission or missing space as a StartError. */
function refusedByDisk(error: unknown): StartError | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined;
  return /^E(ACCES|PERM|ROFS|NOSPC|DQUOT)$/.test(String(error.code))
    ? new StartError(`${String(error.path)} lässt sich von diesem Benutzer nicht lesen oder schreiben (${String(error.code)}).`)
    : undefined;
}

async function unpackInto(archive: string, releases: string): Promise<string> {
  await checkSum(archive);
  const partial = path.join(releases, '.partial');
  fs.rmSync(partial, { recursive: true, force: true });
  fs.mkdirSync(partial, { recursive: true });
  try {
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', partial, '--strip-components=1', '--no-same-owner'], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new StartError(`${archive} lässt sich nicht entpacken (${stderr.trim().split('\n').at(-1) ?? ''}).`);
    await checkFiles(partial);
    const release = path.join(releases, versionOf(partial));
    // A version installed earlier may be chosen again; the running one is rejected before this.
    if (fs.existsSync(release)) await checkFiles(release);
    else fs.renameSync(partial, release);
    return release;
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
  }
}

async function checkSum(archive: string): Promise<void> {
  if (!fs.existsSync(archive)) throw new StartError(`Die Datei ${archive} gibt es nicht.`);
  const list = `${archive}.sha256`;
  if (!fs.existsSync(list)) throw new StartError(`Neben der Datei fehlt ihre Prüfsumme: Bitte auch ${path.basename(list)} herunterladen.`);
  const wanted = /^[0-9a-f]{64}/.exec(fs.readFileSync(list, 'utf8'))?.[0];
  if ((await sumOf(archive)) !== wanted)
    throw new StartError(
      `${path.basename(archive)} ist unvollständig oder verändert: Die Prüfsumme stimmt nicht. Bitte noch einmal herunterladen.`,
    );
}

/** Verifies that every file of a release is unchanged. */
export async function checkFiles(release: string): Promise<void> {
  const list = path.join(release, 'SHA256SUMS');
  if (!fs.existsSync(list)) throw new StartError(`In ${release} fehlt SHA256SUMS: Das ist kein Vereinsportal.`);
  for (const line of fs.readFileSync(list, 'utf8').trimEnd().split('\n')) {
    const [wanted, file = ''] = line.split(/ {2}/);
    if ((await sumOf(path.join(release, file))) !== wanted) throw new StartError(`Im Programm ist ${file} unvollständig oder verändert.`);
  }
}

async function sumOf(file: string): Promise<string | undefined> {
  if (!fs.existsSync(file)) return undefined;
  const sum = createHash('sha256');
  for await (const chunk of fs.createReadStream(file) as AsyncIterable<Buffer>) sum.update(chunk);
  return sum.digest('hex');
}
