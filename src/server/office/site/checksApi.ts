import { checksContract } from '#shared/office/checks.ts';
import { ageOfBackup } from '#server/office/backup/lastBackup.ts';
import { runChecks, type Check } from '#server/platform/checks/check.ts';
import type { Services } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';

const os = implementing(checksContract);

/** The health checks of the installation, passed in. */
export function checksApi(checksOf: (services: Services) => readonly Check[]) {
  return os.router({
    backup: os.backup.handler(({ context }) => ageOfBackup(context.database)),
    read: os.read.handler(({ context }) => runChecks(checksOf(context), context, { headers: context.headers })),
  });
}
