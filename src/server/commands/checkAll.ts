import { readArguments } from '#server/platform/process/commandLine.ts';
import { runChecks } from '#server/platform/checks/check.ts';
import { openForCommand, openLog } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';
import { checksOf } from '../checks.ts';

const marks = { ok: 'gut    ', warn: 'Hinweis', bad: 'FEHLER ' } as const;

await runCommand(checkAll);

/** Prints all health checks; exit code 1 if one of them needs repair. */
async function checkAll(closing: Closing): Promise<void> {
  readArguments('npm run check:all', {}, { least: 0, most: 0 });
  const settings = readSettings();
  const { database, close } = await openForCommand(settings);
  closing.add(close);
  const services = { settings, database, log: openLog({ LOG_LEVEL: 'silent' }) };
  const results = await runChecks(checksOf(services), services);
  for (const { name, state, text } of results) console.log(`${marks[state]}  ${name}: ${text}`);
  await closing.close();
  process.exitCode = results.some(({ state }) => state === 'bad') ? 1 : 0;
}
