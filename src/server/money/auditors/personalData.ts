import { lt, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { auditorLink } from './table.ts';

/** Links of auditors, with their recipients and creators. They are deleted two years after they expire; the club's audit log keeps the entry. */
export const auditorsData: PersonalData = {
  accounts: [auditorLink.createdById],
  retention: [
    {
      name: 'auditorLinks',
      forget: async ({ tx }) => {
        const gone = await tx
          .delete(auditorLink)
          .where(lt(auditorLink.expiresAt, sql`${now()}::timestamptz - interval '2 years'`))
          .returning({ id: auditorLink.id });
        return gone.length;
      },
    },
  ],
  mayName: [auditorLink.name, auditorLink.createdBy],
};
