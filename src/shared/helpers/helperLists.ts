import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, version } from '#shared/kernel/fields.ts';
import {
  assignInput,
  hoursRow,
  itemInput,
  helperListChange,
  helperListInput,
  helperListSummary,
  helperListView,
  openShift,
  ownAssignment,
  ownPledge,
  pledgeInput,
  settledRow,
  shiftChange,
  shiftInput,
  signUpInput,
} from './helperListShapes.ts';
import { assignmentStates, helperListStates } from './helperListWords.ts';

/** Requests for popular shifts are queued; they wait for the outcome rather than fail with a timeout. */
const answerMs = 20_000;

const one = z.strictObject({ id });
const token = z.string().regex(/^[\w-]{20,64}$/);
const year = z.coerce.number().int().min(2000).max(2199);
const refusals = ['registration-closed', 'already-registered', 'not-eligible', 'places-taken', 'duty-overlaps', 'offer-over'] as const;
const listExample = { title: 'Sommerfest', startsOn: '2027-06-19', endsOn: '2027-06-20', visibility: 'link' };
const shiftExample = { task: 'Grill', area: 'Essen', startsAt: '2027-06-19T12:00:00Z', endsAt: '2027-06-19T15:00:00Z', needed: 3 };
const someId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** Administration of helper lists (/admin/operations). */
export const helperListsContract = {
  list: endpoint(
    { access: 'operational.list' },
    {
      method: 'GET',
      path: '/operationals',
      summary: 'Helferlisten',
      description: 'Board members get all lists of their club with their counts; other callers get the open lists that they may see.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(helperListSummary)),
  openShifts: endpoint(
    { access: 'operational.update' },
    {
      method: 'GET',
      path: '/operationals/shifts',
      summary: 'Unbesetzte Dienste der nächsten 14 Tage',
      description: 'Sorted by start, earliest first.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(openShift)),
  read: endpoint(
    { access: 'operational.read' },
    { method: 'GET', path: '/operationals/{id}', summary: 'Eine Helferliste', description: 'Only the board sees names and addresses.' },
  )
    .input(one)
    .output(helperListView),
  create: endpoint(
    { access: 'operational.create' },
    { method: 'POST', path: '/operationals', summary: 'Helferliste anlegen', refuses: ['in-progress', 'key-reused'], example: listExample },
  )
    .input(helperListInput)
    .output(helperListView),
  update: endpoint(
    { access: 'operational.update' },
    { method: 'PUT', path: '/operationals/{id}', summary: 'Helferliste ändern', example: { ...listExample, version: 1 } },
  )
    .input(helperListChange)
    .output(helperListView),
  setState: endpoint(
    { access: 'operational.update' },
    {
      method: 'PUT',
      path: '/operationals/{id}/state',
      summary: 'Helferliste öffnen, schließen, absagen oder abrechnen',
      description: 'When a list is cancelled, all helpers on it are notified by mail.',
      refuses: ['wrong-state', 'not-ready'],
      example: { state: 'open', version: 1 },
    },
  )
    .input(z.strictObject({ id, state: z.enum(helperListStates), version }))
    .output(helperListView),
  delete: endpoint(
    { access: 'operational.delete' },
    { method: 'DELETE', path: '/operationals/{id}', summary: 'Helferliste löschen', refuses: ['wrong-state'] },
  )
    .input(one)
    .output(done),
  addShift: endpoint(
    { access: 'operational.update' },
    {
      method: 'POST',
      path: '/operationals/{id}/shifts',
      summary: 'Dienst anlegen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: shiftExample,
    },
  )
    .input(shiftInput)
    .output(helperListView),
  updateShift: endpoint(
    { access: 'operational.update' },
    {
      method: 'PUT',
      path: '/operational-shifts/{id}',
      summary: 'Dienst ändern',
      description: 'Additional seats go to the standby list first; fewer seats remove nobody. Helpers are notified by mail of a new time.',
      refuses: ['wrong-state', 'duty-overlaps'],
      example: { ...shiftExample, version: 1 },
    },
  )
    .input(shiftChange)
    .output(helperListView),
  removeShift: endpoint(
    { access: 'operational.update' },
    { method: 'DELETE', path: '/operational-shifts/{id}', summary: 'Dienst löschen', refuses: ['wrong-state'] },
  )
    .input(one)
    .output(done),
  addItem: endpoint(
    { access: 'operational.update' },
    {
      method: 'POST',
      path: '/operationals/{id}/items',
      summary: 'Etwas zum Mitbringen auf die Liste setzen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { label: 'Kuchen', needed: 10 },
    },
  )
    .input(itemInput)
    .output(helperListView),
  removeItem: endpoint(
    { access: 'operational.update' },
    { method: 'DELETE', path: '/operational-items/{id}', summary: 'Etwas zum Mitbringen streichen', refuses: ['wrong-state'] },
  )
    .input(one)
    .output(helperListView),
  removePledge: endpoint(
    { access: 'operational.signOff' },
    { method: 'DELETE', path: '/operational-pledges/{id}', summary: 'Eine Zusage streichen', refuses: ['wrong-state'] },
  )
    .input(one)
    .output(helperListView),
  assign: endpoint(
    { access: 'operational.assign', answerMs },
    {
      method: 'POST',
      path: '/operational-shifts/{id}/assignments',
      summary: 'Jemanden eintragen',
      refuses: [...refusals, 'in-progress', 'key-reused'],
      example: { name: 'Jo Muster', phone: '0170 1234567' },
    },
  )
    .input(assignInput)
    .output(helperListView),
  promote: endpoint(
    { access: 'operational.assign', answerMs },
    {
      method: 'POST',
      path: '/operational-assignments/{id}/promotion',
      summary: 'Von der Ersatzliste nachrücken lassen',
      refuses: [...refusals, 'wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(one)
    .output(helperListView),
  remove: endpoint(
    { access: 'operational.signOff', answerMs },
    { method: 'DELETE', path: '/operational-assignments/{id}', summary: 'Jemanden austragen', refuses: ['wrong-state'] },
  )
    .input(one)
    .output(helperListView),
  settle: endpoint(
    { access: 'operational.assign' },
    {
      method: 'PUT',
      path: '/operationals/{id}/hours',
      summary: 'Geleistete Stunden bestätigen',
      refuses: ['wrong-state'],
      example: { rows: [{ id: someId, state: 'done', minutes: 120 }] },
    },
  )
    .input(z.strictObject({ id, rows: z.array(settledRow).min(1).max(500) }))
    .output(helperListView),
  hours: endpoint(
    { access: 'operational.assign' },
    { method: 'GET', path: '/operational-hours', summary: 'Helferstunden eines Jahres, je Person' },
  )
    .input(z.strictObject({ club: clubName.optional(), year }))
    .output(z.array(hoursRow)),
  file: endpoint(
    { access: 'operational.assign', fresh: true },
    { method: 'GET', path: '/operationals/{id}/file', summary: 'Helferliste als CSV' },
  )
    .input(one)
    .output(z.file()),
  hoursFile: endpoint(
    { access: 'operational.assign', fresh: true },
    { method: 'GET', path: '/operational-hours/file', summary: 'Helferstunden eines Jahres als CSV' },
  )
    .input(z.strictObject({ club: clubName.optional(), year }))
    .output(z.file()),
};

/** Public and member access to helper lists, with and without an account (/helpers/{token}). */
export const helperSignUpContract = {
  open: endpoint(
    { access: 'operational.signUp' },
    {
      method: 'GET',
      path: '/helpers/{token}',
      summary: 'Eine Helferliste über ihren Link',
      description: 'Open shifts and items, without the names of other helpers.',
    },
  )
    .input(z.strictObject({ token }))
    .output(helperListView),
  signUp: endpoint(
    { access: 'operational.signUp', answerMs },
    {
      method: 'POST',
      path: '/helpers/{token}/shifts/{id}',
      summary: 'Einen Dienst übernehmen',
      description:
        'Without an account, the seat is held for 30 minutes until the address is confirmed. If the shift is full, helpers join the standby list.',
      refuses: [...refusals, 'in-progress', 'key-reused'],
      example: { name: 'Jo Muster', email: 'jo@example.org' },
    },
  )
    .input(signUpInput.extend({ token, id }))
    .output(z.object({ state: z.enum(assignmentStates), token: z.string().nullable(), warning: z.string() })),
  pledge: endpoint(
    { access: 'operational.signUp' },
    {
      method: 'POST',
      path: '/helpers/{token}/items/{id}',
      summary: 'Etwas mitbringen',
      description:
        'Limited to the quantity still needed. Without an account, name and email address are required; the mail contains the link to withdraw the pledge.',
      refuses: ['registration-closed', 'in-progress', 'key-reused'],
      example: { quantity: 1, name: 'Jo Muster', email: 'jo@example.org' },
    },
  )
    .input(pledgeInput.extend({ token, id }))
    .output(z.object({ token: z.string().nullable() })),
  pledgeByToken: endpoint(
    { access: 'operational.signUp' },
    { method: 'GET', path: '/pledges/{token}', summary: 'Eine eigene Zusage über den Link aus der Mail' },
  )
    .input(z.strictObject({ token }))
    .output(ownPledge),
  takeBack: endpoint(
    { access: 'operational.signUp' },
    { method: 'DELETE', path: '/pledges/{token}', summary: 'Eine eigene Zusage zurücknehmen', refuses: ['wrong-state'] },
  )
    .input(z.strictObject({ token }))
    .output(done),
  mine: endpoint(
    { access: 'operational.list' },
    { method: 'GET', path: '/duties/mine', summary: 'Meine Dienste und die meiner Kinder' },
  ).output(z.array(ownAssignment)),
  byToken: endpoint(
    { access: 'operational.signUp' },
    { method: 'GET', path: '/duties/{token}', summary: 'Ein eigener Dienst über den Link aus der Mail' },
  )
    .input(z.strictObject({ token }))
    .output(ownAssignment),
  answer: endpoint(
    { access: 'operational.signUp', answerMs },
    {
      method: 'POST',
      path: '/duties/{token}',
      summary: 'Dienst bestätigen, abgeben, Ablösung suchen oder in einen anderen wechseln',
      refuses: [...refusals, 'wrong-state', 'in-progress', 'key-reused'],
      example: { action: 'confirm' },
    },
  )
    .input(
      z.strictObject({
        token,
        action: z.enum(['confirm', 'leave', 'seekRelief', 'keep', 'move']),
        shiftId: id.nullable().default(null).describe('The new shift; only for `move`.'),
      }),
    )
    .output(ownAssignment),
};
