import { drizzle } from 'drizzle-orm/node-postgres';
import { auditHeads, verifyAudit } from '#server/club/audit/service.ts';
import { readArguments } from '#server/platform/process/commandLine.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';

await runCommand(checkAudit);

/** Verifies the hash chains of the audit log; the owner's connection has no statement timeout. */
async function checkAudit(closing: Closing): Promise<void> {
  readArguments('npm run audit', {}, { least: 0, most: 0 });
  const { openOwner, close } = await openForCommand(readSettings());
  closing.add(close);
  const client = openOwner();
  await client.connect();
  closing.add(() => client.end());
  const orm = drizzle({ client });
  const { entries, faults } = await verifyAudit({ orm });
  const heads = await auditHeads({ orm });
  await closing.close();
  console.log(`Protokoll: ${entries} Einträge, ${faults.length === 0 ? 'lückenlos und unverändert.' : 'FEHLERHAFT.'}`);
  for (const { club, id, hash } of heads) console.log(`${club} letzter Eintrag ${id} ${hash}`);
  for (const { club, id, fault } of faults) console.error(`${club} Eintrag ${id}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
