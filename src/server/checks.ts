import { factorChecks } from '#server/accounts/factors/checks.ts';
import { fileChecks } from '#server/files/bytes/checks.ts';
import { closureChecks } from '#server/halls/closures/checks.ts';
import { backupChecks } from '#server/office/backup/lastBackup.ts';
import type { Check } from '#server/platform/checks/check.ts';
import { clientErrorChecks } from '#server/office/clientErrors/noted.ts';
import { databaseChecks } from '#server/platform/checks/databaseChecks.ts';
import { jobChecks } from '#server/platform/checks/jobChecks.ts';
import { machineChecks } from '#server/platform/checks/machineChecks.ts';
import type { Services } from '#server/platform/http/context.ts';
import { mailChecks } from '#server/platform/mail/checks.ts';
import { jobsOf } from './jobs.ts';

/** All health checks in display order. */
export function checksOf(services: Services): readonly Check[] {
  return [
    ...databaseChecks,
    ...jobChecks(jobsOf(services, undefined)),
    ...mailChecks,
    ...fileChecks,
    ...machineChecks,
    ...backupChecks,
    ...closureChecks,
    ...factorChecks,
    ...clientErrorChecks,
  ];
}
