import fs from 'node:fs';
import path from 'node:path';
import { pathAsTyped, readArguments } from '#server/platform/process/commandLine.ts';
import { projectRoot } from '#server/platform/process/root.ts';
import { runCommand, StartError } from '#server/platform/process/startError.ts';
import { placesIn, point, versionOf } from '#server/platform/releases/places.ts';
import { checkFiles } from '#server/platform/releases/unpack.ts';

await runCommand(install);

/** Installs an unpacked release into a folder, which later versions are added to. */
async function install(): Promise<void> {
  const { positionals } = readArguments('./vereinsportal install ORDNER', {}, { least: 1, most: 1 });
  const places = placesIn(pathAsTyped(positionals[0] ?? ''));
  if (fs.existsSync(places.current))
    throw new StartError(
      `In ${places.home} ist schon ein Vereinsportal; eine neue Version kommt dort mit ./vereinsportal update DATEI hinzu.`,
    );
  await checkFiles(projectRoot);
  const release = path.join(places.releases, versionOf(projectRoot));
  for (const folder of [places.releases, places.run, places.backups, path.join(places.home, 'data')])
    fs.mkdirSync(folder, { recursive: true, mode: folder === places.releases ? 0o755 : 0o700 });
  fs.cpSync(projectRoot, release, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const settings = path.join(places.home, '.env');
  if (!fs.existsSync(settings)) fs.writeFileSync(settings, fs.readFileSync(path.join(release, '.env.example')), { mode: 0o600 });
  point(places.current, release);
  const starter = path.join(places.home, 'vereinsportal');
  if (!fs.existsSync(starter)) fs.symlinkSync('current/vereinsportal', starter);
  console.log(`Eingerichtet: Version ${versionOf(release)} in ${places.home}. Einstellungen: ${settings}. Start: ${starter} start`);
}
