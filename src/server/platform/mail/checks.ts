import type { Check } from '../checks/check.ts';
import { bad, counted, ok, warn } from '../checks/check.ts';

/** Checks whether emails are sent. */
export const mailChecks: readonly Check[] = [
  {
    name: 'Mails',
    look: async ({ settings, database }) => {
      const { rows } = await database.pool.query<{ waiting: number; stuck: number; failed: number; held: number }>(`
        select (select count(*)::int from outbox_mail where state = 'queued') as waiting,
          (select count(*)::int from outbox_mail where state = 'held' and body <> '' and coalesce(valid_until > now(), true)) as held,
          (select count(*)::int from outbox_mail where state = 'queued' and kind <> 'bulk' and next_attempt_at < now() + interval '4 hours'
            and (attempts > 2 or created_at < now() - interval '1 hour')) as stuck,
          (select count(*)::int from outbox_mail where state = 'failed' and created_at > now() - interval '1 day') as failed`);
      const { waiting = 0, stuck = 0, failed = 0, held = 0 } = rows[0] ?? {};
      if (!settings.SMTP_URL)
        return warn(
          `Es ist kein Mailserver eingerichtet, ${counted(waiting, 'eine Mail wartet', 'Mails warten')}: Bitte SMTP_URL setzen (docs/operations.md).`,
        );
      if (stuck > 0)
        return bad(
          `${counted(stuck, 'Eine Mail kommt', 'Mails kommen')} nicht hinaus: Bitte unter „Mail“ → „Postausgang“ die Antwort des Mailservers lesen.`,
        );
      if (failed > 0)
        return warn(
          `${counted(failed, 'Eine Mail des letzten Tages kam', 'Mails des letzten Tages kamen')} nicht an: Bitte unter „Mail“ → „Postausgang“ nachsehen.`,
        );
      if (held > 0)
        return warn(
          `${counted(held, 'Eine Mail ist', 'Mails sind')} seit einer Wiederherstellung angehalten: Bitte unter „Mail“ → „Postausgang“ ansehen und freigeben, was noch gilt.`,
        );
      return ok(waiting === 0 ? 'Es wartet keine Mail.' : `${counted(waiting, 'Eine Mail ist', 'Mails sind')} auf dem Weg.`);
    },
  },
];
