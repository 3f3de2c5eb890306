import { z } from 'zod';
import { defaultClubs } from '#shared/kernel/clubs.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, line, requiredLine, version } from '#shared/kernel/fields.ts';

/** A path of this application or a web, mail or telephone URL; no scripts. */
const link = line(300).regex(/^(\/(?![/\\])|https:\/\/|mailto:|tel:)/, 'Bitte eine Adresse mit /, https://, mailto: oder tel: am Anfang.');

const fields = {
  displayName: requiredLine(80),
  slogan: line(140),
  title: requiredLine(100),
  image: line(300).regex(/^\/(?![/\\])/, 'Bitte die Adresse eines eigenen Bildes mit / am Anfang.'),
  hasContent: z.boolean(),
  hasNews: z.boolean(),
  hasParticipations: z.boolean(),
  hasOperationals: z.boolean(),
  footerLinks: z.array(z.strictObject({ text: requiredLine(40), link })).max(8),
};

/** A club config entry (specification section 3) with the version that an edit is based on. */
const clubEntry = z.object({ name: clubName, ...fields, version });

export type ClubEntry = z.infer<typeof clubEntry>;

/** The club settings that a super edits, with the version that the edit is based on. */
export const clubInput = z.strictObject({ ...fields, version });

/** The public data of the clubs, and the settings that a super may change. */
export const clubsContract = {
  list: endpoint({ access: 'clubs.read' }, { method: 'GET', path: '/clubs', summary: 'Die Vereine' }).output(z.array(clubEntry)),
  read: endpoint({ access: 'clubs.read' }, { method: 'GET', path: '/clubs/{name}', summary: 'Ein Verein' })
    .input(z.strictObject({ name: clubName }))
    .output(clubEntry),
  update: endpoint(
    { access: 'clubs.update' },
    {
      method: 'PUT',
      path: '/clubs/{name}',
      summary: 'Vereinsinformationen ändern',
      refuses: ['conflict'],
      example: { ...defaultClubs.RWA, name: undefined, version: 1 },
    },
  )
    .input(clubInput.extend({ name: clubName }))
    .output(clubEntry),
};
