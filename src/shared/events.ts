import { z } from 'zod';
import { done, endpoint } from './contract.ts';
import { clubName, id, instant, line, localDate, paragraphs, requiredLine, version } from './fields.ts';

export const eventKinds = ['match', 'tournament', 'meeting', 'festival', 'trip', 'camp', 'workshop', 'other'] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventKindNames: { readonly [kind in EventKind]: string } = {
  match: 'Spiel',
  tournament: 'Turnier',
  meeting: 'Versammlung',
  festival: 'Fest',
  trip: 'Fahrt',
  camp: 'Freizeit',
  workshop: 'Workshop',
  other: 'Sonstiges',
};

export const eventStates = ['draft', 'published', 'held', 'cancelled', 'archived'] as const;
export type EventState = (typeof eventStates)[number];
export const eventStateNames: { readonly [state in EventState]: string } = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  held: 'Hat stattgefunden',
  cancelled: 'Abgesagt',
  archived: 'Archiviert',
};

/** Which state may follow which (domain.md 5.1). */
export const nextEventStates: { readonly [state in EventState]: readonly EventState[] } = {
  draft: ['published'],
  published: ['held', 'cancelled'],
  held: ['archived'],
  cancelled: ['archived'],
  archived: [],
};

const fields = {
  title: requiredLine(120),
  kind: z.enum(eventKinds),
  startsAt: instant,
  endsAt: instant,
  isAllDay: z.boolean().default(false),
  place: line(160).default(''),
  facilityId: id.nullable().default(null),
  description: paragraphs(4000).default(''),
  contact: line(160).default('').describe('Shown to everybody.'),
  isMembersOnly: z.boolean().default(false).describe('Not in the public programme.'),
};

const inOrder = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => Date.parse(endsAt) > Date.parse(startsAt);
const refusal = { path: ['endsAt'], message: 'Das Ende muss nach dem Beginn liegen.' };

export const eventInput = z.strictObject(fields).refine(inOrder, refusal);

export const eventView = z.object({
  id,
  club: clubName,
  title: z.string(),
  kind: z.enum(eventKinds),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isAllDay: z.boolean(),
  place: z.string(),
  facilityId: id.nullable(),
  description: z.string(),
  contact: z.string(),
  state: z.enum(eventStates),
  isMembersOnly: z.boolean(),
  registration: z.literal('none'),
  version,
});
export type EventView = z.infer<typeof eventView>;

const importResult = z.object({
  line: z.int(),
  title: z.string(),
  startsAt: z.string().nullable(),
  result: z.enum(['new', 'known', 'refused']),
  message: z.string(),
});

const example = {
  title: 'Sommerfest',
  kind: 'festival',
  startsAt: '2027-06-19T12:00:00Z',
  endsAt: '2027-06-19T20:00:00Z',
  place: 'Sportplatz',
};

/** Dates of the clubs (/events, /admin/events; domain.md 6.1, 6.6). GSV's programme holds those of all clubs. */
export const eventsContract = {
  list: endpoint(
    { access: 'events.list' },
    {
      method: 'GET',
      path: '/events',
      summary: 'Termine',
      description:
        'The published dates of the club of the host; on GSV those of all clubs. Those who plan see drafts of their club as well.',
    },
  )
    .input(z.strictObject({ from: localDate, to: localDate, kind: z.enum(eventKinds).optional(), club: clubName.optional() }))
    .output(z.array(eventView)),
  read: endpoint({ access: 'events.read' }, { method: 'GET', path: '/events/{id}', summary: 'Ein Termin' })
    .input(z.strictObject({ id }))
    .output(eventView),
  create: endpoint(
    { access: 'events.create' },
    { method: 'POST', path: '/events', summary: 'Termin anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(eventInput)
    .output(eventView),
  update: endpoint(
    { access: 'events.update' },
    { method: 'PUT', path: '/events/{id}', summary: 'Termin ändern', refuses: ['conflict'], example: { ...example, version: 1 } },
  )
    .input(z.strictObject({ ...fields, id, version }).refine(inOrder, refusal))
    .output(eventView),
  setState: endpoint(
    { access: 'events.update' },
    {
      method: 'PUT',
      path: '/events/{id}/state',
      summary: 'Termin veröffentlichen, absagen oder abschließen',
      refuses: ['conflict'],
      example: { state: 'published', version: 1 },
    },
  )
    .input(z.strictObject({ id, state: z.enum(eventStates), version }))
    .output(eventView),
  delete: endpoint({ access: 'events.delete' }, { method: 'DELETE', path: '/events/{id}', summary: 'Termin löschen' })
    .input(z.strictObject({ id }))
    .output(done),
  import: endpoint(
    { access: 'events.create' },
    {
      method: 'POST',
      path: '/events/import',
      summary: 'Termine aus .ics oder CSV übernehmen',
      description: 'A dry run writes nothing. Every line or entry gets its result; what was taken over before stays as it is.',
      example: { format: 'csv', text: 'Titel;Datum;Von;Bis;Ort\nHeimspiel;20.06.2027;15:00;17:00;Stadion', isDryRun: true },
    },
  )
    .input(z.strictObject({ format: z.enum(['ics', 'csv']), text: z.string().min(1).max(800_000), isDryRun: z.boolean() }))
    .output(z.object({ rows: z.array(importResult), created: z.int() })),
};
