import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, version } from '#shared/kernel/fields.ts';

/** The effects of a recorded death in a club, and the remaining tasks of the board. */
const death = z.object({
  id,
  club: clubName,
  name: z.string(),
  diedOn: z.iso.date().nullable(),
  ends: z.array(z.string()).describe('The records that end with the death, or have ended when it was recorded; in German.'),
  remains: z.array(z.string()).describe('The remaining tasks of the board, as German sentences.'),
  version,
});

export type Death = z.infer<typeof death>;

/** The date of death, with the version of the person that the input is based on. */
export const deathInput = z.strictObject({ diedOn: localDate, version });

/** Recording the death of a member, or of any other person known to a club. */
export const deathsContract = {
  read: endpoint(
    { access: 'members.noteDeath' },
    { method: 'GET', path: '/people/{id}/death', summary: 'Was ein Todesfall beendet und was zu tun bleibt' },
  )
    .input(z.strictObject({ id }))
    .output(death),
  note: endpoint(
    { access: 'members.noteDeath', fresh: true },
    {
      method: 'PUT',
      path: '/people/{id}/death',
      summary: 'Todesfall eintragen',
      description:
        "Ends membership, enrolments, shifts, mandates and accesses on that day, disables the person's account, and deletes their contact data, so that no more messages are sent. Sends no mail.",
      refuses: ['wrong-state', 'last-super', 'last-admin'],
      example: { diedOn: '2026-11-20', version: 1 },
    },
  )
    .input(deathInput.extend({ id }))
    .output(death),
  takeBack: endpoint(
    { access: 'members.noteDeath', fresh: true },
    {
      method: 'POST',
      path: '/people/{id}/death/take-back',
      summary: 'Todesfall zurücknehmen',
      description: 'Records that ended with the death are not restored.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { version: 2 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(death),
};
