import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, version } from '#shared/kernel/fields.ts';
import {
  callingOff,
  holidayLink,
  holidayPage,
  managedRound,
  roundInput,
  roundPreview,
  roundRow,
  wishesInput,
  wishingChild,
} from './shapes.ts';

const roundExample = { name: 'Sommerferien 2027', text: '', wishesUntil: '2027-06-13', sendsOn: '2027-06-18' };
const ofRound = z.strictObject({ id });
const withVersion = z.strictObject({ id, version });

/** The holiday programme: wishes for the offers of several clubs, whose seats are assigned on one day (/holiday/{id}, /admin/holiday). */
export const holidayContract = {
  current: endpoint(
    { access: 'holidayRounds.read' },
    { method: 'GET', path: '/holidays', summary: 'Ferienprogramme, für die es Angebote gibt' },
  ).output(z.array(holidayLink)),
  page: endpoint(
    { access: 'holidayRounds.read', featureOf: 'record' },
    { method: 'GET', path: '/holidays/{id}', summary: 'Ein Ferienprogramm mit seinen Angeboten' },
  )
    .input(ofRound)
    .output(holidayPage),
  mine: endpoint(
    { access: 'holidayWishes.manageOwn', featureOf: 'record' },
    { method: 'GET', path: '/holidays/{id}/children', summary: 'Die eigenen Kinder mit ihren Wünschen' },
  )
    .input(ofRound)
    .output(z.array(wishingChild)),
  saveWishes: endpoint(
    { access: 'holidayWishes.manageOwn', featureOf: 'record' },
    {
      method: 'PUT',
      path: '/holidays/{id}/children/{personId}',
      summary: 'Wünsche eines Kindes speichern',
      description:
        'All of them at once, until the last day of the wishes. Who comes first gains nothing. At most 20 codes of friends an hour.',
      refuses: ['wishes-closed', 'conflict'],
      example: {
        wants: 2,
        wishes: [{ courseId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', stars: 3 }],
        friends: 'none',
        version: null,
      },
    },
  )
    .input(wishesInput)
    .output(z.array(wishingChild)),
  withdraw: endpoint(
    { access: 'holidayWishes.manageOwn', featureOf: 'record' },
    {
      method: 'DELETE',
      path: '/holidays/{id}/children/{personId}',
      summary: 'Wünsche eines Kindes zurückziehen',
      refuses: ['wishes-closed'],
    },
  )
    .input(z.strictObject({ id, personId: id }))
    .output(done),

  list: endpoint(
    { access: 'holidayRounds.list' },
    { method: 'GET', path: '/holiday-rounds', summary: 'Ferienprogramme eines Vereins und des Verbands' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ isOn: z.boolean().describe('Whether the club may manage a round.'), rows: z.array(roundRow) })),
  create: endpoint(
    { access: 'holidayRounds.manage' },
    {
      method: 'POST',
      path: '/holiday-rounds',
      summary: 'Ferienprogramm anlegen',
      refuses: ['holidays-off', 'in-progress', 'key-reused'],
      example: { round: roundExample },
    },
  )
    .input(z.strictObject({ club: clubName.optional(), round: roundInput }))
    .output(roundRow),
  read: endpoint(
    { access: 'holidayRounds.list', featureOf: 'record' },
    { method: 'GET', path: '/holiday-rounds/{id}', summary: 'Ein Ferienprogramm für den Vorstand' },
  )
    .input(z.strictObject({ id, club: clubName.optional() }))
    .output(managedRound),
  update: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    {
      method: 'PUT',
      path: '/holiday-rounds/{id}',
      summary: 'Name, Text und Tage eines Ferienprogramms ändern',
      description:
        'Once the round is open, the last day of the wishes can only be postponed; once the wishes are closed, only the day of sending can be changed.',
      refuses: ['conflict', 'wrong-state'],
      example: { round: roundExample, version: 1 },
    },
  )
    .input(z.strictObject({ id, round: roundInput, version }))
    .output(roundRow),
  remove: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    { method: 'DELETE', path: '/holiday-rounds/{id}', summary: 'Entwurf eines Ferienprogramms löschen', refuses: ['wrong-state'] },
  )
    .input(ofRound)
    .output(done),
  agree: endpoint(
    { access: 'holidayOffers.agree', featureOf: 'record' },
    {
      method: 'PUT',
      path: '/holiday-rounds/{id}/offers',
      summary: 'Angebote des eigenen Vereins eintragen',
      description:
        'Until the seats are sent, the offers cannot be enrolled in otherwise. Once the round is open, no offer can be withdrawn.',
      refuses: ['wrong-state', 'holidays-off'],
      example: { courseIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] },
    },
  )
    .input(z.strictObject({ id, club: clubName.optional(), courseIds: z.array(id).max(100) }))
    .output(managedRound),
  open: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    {
      method: 'POST',
      path: '/holiday-rounds/{id}/opening',
      summary: 'Wünsche öffnen',
      refuses: ['conflict', 'wrong-state', 'not-ready', 'holidays-off'],
      example: { version: 1 },
    },
  )
    .input(withVersion)
    .output(roundRow),
  cancel: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    {
      method: 'POST',
      path: '/holiday-rounds/{id}/cancellation',
      summary: 'Ferienprogramm abbrechen',
      description:
        'Possible until the first seat is sent. Its offers become available again, the wishes are deleted, and the families get a mail.',
      refuses: ['conflict', 'wrong-state'],
      example: { version: 2, reason: 'Die Halle ist gesperrt.' },
    },
  )
    .input(callingOff)
    .output(roundRow),
  preview: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    {
      method: 'GET',
      path: '/holiday-rounds/{id}/preview',
      summary: 'Wer welchen Platz bekommt, und warum nicht',
      description: 'Possible once the wishes are closed. The lots are fixed when the round opens, so repeating the call changes nothing.',
      refuses: ['wrong-state'],
    },
  )
    .input(ofRound)
    .output(roundPreview),
  draw: endpoint(
    { access: 'holidayRounds.manage', featureOf: 'record' },
    {
      method: 'POST',
      path: '/holiday-rounds/{id}/draw',
      summary: 'Plätze festlegen',
      description:
        'The seats are sent on the day of the round and offered for 72 hours; the others are put on the waiting lists in the order of the lots.',
      refuses: ['conflict', 'wrong-state'],
      example: { version: 2 },
    },
  )
    .input(withVersion)
    .output(roundRow),
};
