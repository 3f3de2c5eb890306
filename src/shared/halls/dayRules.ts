import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine, version, importOutcome } from '#shared/kernel/fields.ts';
import { dayRuleKinds } from './holidays.ts';

const dayRuleScopes = ['state', 'town', 'facility', 'club'] as const;
export type DayRuleScope = (typeof dayRuleScopes)[number];
/** The German names of the scopes of a day rule. */
export const dayRuleScopeNames: { readonly [scope in DayRuleScope]: string } = {
  state: 'Nordrhein-Westfalen',
  town: 'Auenfeld',
  facility: 'Sportstätte',
  club: 'Verein',
};

const fields = {
  scope: z.enum(dayRuleScopes),
  scopeId: requiredLine(64).describe('NW, Auenfeld, the id of a facility, or the name of a club; depends on `scope`.'),
  kind: z.enum(dayRuleKinds),
  name: requiredLine(120),
  startsOn: localDate,
  endsOn: localDate,
  source: line(200),
};

const dayRule = z.object({ id, ...fields, scopeLabel: z.string(), version });
export type StoredDayRule = z.infer<typeof dayRule>;

const inOrder = {
  check: ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => endsOn >= startsOn,
  refusal: { path: ['endsOn'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
};

/** A named range of days, as entered by staff. */
export const ruleInput = z.strictObject(fields).refine(inOrder.check, inOrder.refusal);

/** Whether existing dates follow the changed calendar or remain. */
const dates = z
  .enum(['follow', 'stay'])
  .default('stay')
  .describe('Whether existing dates of courses and bookings follow the change or stay.');

/** A named range of days, validated by form and server, with the choice whether existing dates follow. */
export const dayRuleInput = z.strictObject({ ...fields, dates }).refine(inOrder.check, inOrder.refusal);

const dateChange = z.object({
  id: z.string(),
  kind: z.enum(['course', 'booking']),
  club: clubName,
  title: z.string().nullable().describe('Null for bookings of other clubs.'),
  place: z.string(),
  startsAt: z.iso.datetime(),
  reason: z.string(),
  isTaken: z.boolean().describe('The date cannot be restored because its time has been booked.'),
});
export type ShownDateChange = z.infer<typeof dateChange>;

/** The effect of a calendar change on future dates: those that are dropped, and those that are restored. */
const dateChanges = z.object({ falling: z.array(dateChange), returning: z.array(dateChange) });
export type ShownDateChanges = z.infer<typeof dateChanges>;

const example = {
  scope: 'town',
  scopeId: 'Auenfeld',
  kind: 'movable_school_day',
  name: 'Rosenmontag',
  startsOn: '2027-02-08',
  endsOn: '2027-02-08',
  source: 'Stadt Auenfeld',
};

/** Holidays and closures (/admin/config, /admin/facilities); public, since everybody sees the omitted dates. */
export const dayRulesContract = {
  list: endpoint({ access: 'calendar.list' }, { method: 'GET', path: '/calendar/rules', summary: 'Ferien, Feiertage und Sperrzeiten' })
    .input(z.strictObject({ from: localDate, to: localDate, facility: id.optional() }))
    .output(z.array(dayRule)),
  check: endpoint(
    { access: 'calendar.update', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/calendar/rules/check',
      summary: 'Welche Termine eine Änderung von Ferien trifft',
      description: 'Read-only. `replaces` is the range that is deleted or changed, `rules` are the ranges that apply afterwards.',
      example: { rules: [example] },
    },
  )
    .input(z.strictObject({ replaces: id.optional(), rules: z.array(ruleInput).max(200) }))
    .output(dateChanges),
  create: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    { method: 'POST', path: '/calendar/rules', summary: 'Zeitraum eintragen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(dayRuleInput)
    .output(dayRule),
  update: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    { method: 'PUT', path: '/calendar/rules/{id}', summary: 'Zeitraum ändern', refuses: ['conflict'], example: { ...example, version: 1 } },
  )
    .input(z.strictObject({ ...fields, id, version, dates }).refine(inOrder.check, inOrder.refusal))
    .output(dayRule),
  delete: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    { method: 'DELETE', path: '/calendar/rules/{id}', summary: 'Zeitraum löschen', example: { dates: 'follow' } },
  )
    .input(z.strictObject({ id, dates }))
    .output(done),
  import: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/calendar/rules/import',
      summary: 'Ferien aus einer Tabelle übernehmen',
      description: 'Lines of the form "Name;from;to" with dates such as 24.12.2028 or 2028-12-24. A dry run writes nothing.',
      example: { text: 'Herbstferien;21.10.2028;04.11.2028', source: 'BASS NRW', isDryRun: true },
    },
  )
    .input(z.strictObject({ text: z.string().max(20_000), source: line(200), isDryRun: z.boolean(), dates }))
    .output(
      z.object({
        rows: z.array(
          z.object({
            line: z.int(),
            name: z.string(),
            startsOn: z.string(),
            endsOn: z.string(),
            result: importOutcome,
            message: z.string(),
          }),
        ),
      }),
    ),
};
