import { z } from 'zod';
import { checkStates } from '#shared/kernel/health/checks.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { localDate } from '#shared/kernel/fields.ts';

const checkResult = z.object({
  name: z.string().describe('What was looked at.'),
  state: z.enum(checkStates),
  text: z.string().describe('How it is, or how to mend it.'),
});

/** The health checks of the server, for its administrators. */
export const checksContract = {
  read: endpoint(
    { access: 'ops.check' },
    {
      method: 'GET',
      path: '/checks',
      summary: 'Ist alles in Ordnung?',
      description: 'Database, jobs, mails, files, disk, backups and more, each looked at now. The same as `npm run check:all`.',
    },
  ).output(z.array(checkResult)),
  backup: endpoint(
    { access: 'ops.backupAge' },
    {
      method: 'GET',
      path: '/checks/backup',
      summary: 'Wie alt ist die letzte Sicherung?',
      description: 'For the board: when a backup was made and proved last, and whether the next one is overdue.',
    },
  ).output(
    z.object({
      madeOn: localDate.nullable().describe('Berlin day of the last backup; null before the first.'),
      isOverdue: z.boolean(),
    }),
  ),
};
