import { z } from 'zod';
import { checkStates } from '#shared/kernel/health/checks.ts';
import { endpoint } from '#shared/kernel/contract.ts';

const checkResult = z.object({
  name: z.string().describe('What was looked at.'),
  state: z.enum(checkStates),
  text: z.string().describe('How it is, or how to mend it.'),
});

/** Whether all is well with the server: what an administrator would look after. */
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
};
