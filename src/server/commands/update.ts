import fs from 'node:fs';
import path from 'node:path';
import { pathAsTyped, readArguments } from '#server/platform/process/commandLine.ts';
import { embeddedFolder, readSettings } from '#server/platform/process/settings.ts';
import { runCommand } from '#server/platform/process/startError.ts';
import { changeTo } from '#server/platform/releases/change.ts';
import { operatorNotes, printUnitsToCopy } from '#server/platform/releases/notes.ts';
import { ownPlaces } from '#server/platform/releases/places.ts';
import { unpack } from '#server/platform/releases/unpack.ts';
import { watchOption, watchSecondsOf } from '#server/platform/releases/watch.ts';

await runCommand(update);

/** Installs another version next to the current one and switches to it. */
async function update(): Promise<void> {
  const usage = './vereinsportal update DATEI [--watch SEKUNDEN]';
  const { positionals, values } = readArguments(usage, watchOption, { least: 1, most: 1 });
  const watchSeconds = watchSecondsOf(values);
  const places = ownPlaces();
  const known = fs.readdirSync(places.releases);
  const release = await unpack(pathAsTyped(positionals[0] ?? ''), places.releases);
  try {
    const notes = operatorNotes(release, fs.realpathSync(places.current));
    console.log(await changeTo(release, places, { dataFolder: embeddedFolder(readSettings()), watchSeconds }));
    printUnitsToCopy(release, places);
    if (notes.length > 0) console.log(['', 'Neu für den Betrieb:', ...notes.map((note) => `- ${note}`)].join('\n'));
  } catch (error) {
    // Removed, since a corrected release may have the same number.
    if (!known.includes(path.basename(release)) && fs.realpathSync(places.current) !== release)
      fs.rmSync(release, { recursive: true, force: true });
    throw error;
  }
}
