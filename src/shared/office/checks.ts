import { z } from 'zod';
import { checkStates } from '#shared/kernel/health/checks.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { localDate } from '#shared/kernel/fields.ts';

const checkResult = z.object({
  name: z.string().describe('The name of the check.'),
  state: z.enum(checkStates),
  text: z.string().describe('The result, or how to fix the problem.'),
});

/** The health checks of the server, for its administrators. */
export const checksContract = {
  read: endpoint(
    { access: 'ops.check' },
    {
      method: 'GET',
      path: '/checks',
      summary: 'Ist alles in Ordnung?',
      description: 'Runs all checks (database, jobs, mails, files, disk, backups and more), like `npm run check:all`.',
    },
  ).output(z.array(checkResult)),
  backup: endpoint(
    { access: 'ops.backupAge' },
    {
      method: 'GET',
      path: '/checks/backup',
      summary: 'Wie alt ist die letzte Sicherung?',
      description: 'For the board: the day of the last backup, and whether the next one is overdue.',
    },
  ).output(
    z.object({
      madeOn: localDate.nullable().describe('The day of the last backup in Europe/Berlin; null if there is none.'),
      isOverdue: z.boolean(),
    }),
  ),
};
