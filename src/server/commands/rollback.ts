import fs from 'node:fs';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { embeddedFolder, readSettings } from '#server/platform/process/settings.ts';
import { runCommand, StartError } from '#server/platform/process/startError.ts';
import { changeTo } from '#server/platform/releases/change.ts';
import { printUnitsToCopy } from '#server/platform/releases/notes.ts';
import { ownPlaces } from '#server/platform/releases/places.ts';
import { watchOption, watchSecondsOf } from '#server/platform/releases/watch.ts';

await runCommand(rollback);

/** Switches back to the previous version, which checks itself whether it can work with the current data. */
async function rollback(): Promise<void> {
  const { values } = readArguments('./vereinsportal rollback [--watch SEKUNDEN]', watchOption, { least: 0, most: 0 });
  const watchSeconds = watchSecondsOf(values);
  const places = ownPlaces();
  if (!fs.existsSync(places.previous)) throw new StartError('Eine frühere Version ist hier nicht eingerichtet.');
  const release = fs.realpathSync(places.previous);
  console.log(await changeTo(release, places, { dataFolder: embeddedFolder(readSettings()), watchSeconds }));
  printUnitsToCopy(release, places);
}
