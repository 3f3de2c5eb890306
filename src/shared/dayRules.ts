import { z } from 'zod';
import { done, endpoint } from './contract.ts';
import { id, line, localDate, requiredLine, version } from './fields.ts';
import { dayRuleKinds } from './holidays.ts';

export const dayRuleScopes = ['state', 'town', 'facility', 'club'] as const;
export type DayRuleScope = (typeof dayRuleScopes)[number];
export const dayRuleScopeNames: { readonly [scope in DayRuleScope]: string } = {
  state: 'Nordrhein-Westfalen',
  town: 'Auenfeld',
  facility: 'Sportstätte',
  club: 'Verein',
};

const fields = {
  scope: z.enum(dayRuleScopes),
  scopeId: requiredLine(64).describe('NW, Auenfeld, the id of a facility, or the name of a club.'),
  kind: z.enum(dayRuleKinds),
  name: requiredLine(120),
  startsOn: localDate,
  endsOn: localDate,
  source: line(200),
};

export const dayRule = z.object({ id, ...fields, scopeLabel: z.string(), version });
export type StoredDayRule = z.infer<typeof dayRule>;

const inOrder = {
  check: ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => endsOn >= startsOn,
  refusal: { path: ['endsOn'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
};

export const dayRuleInput = z.strictObject(fields).refine(inOrder.check, inOrder.refusal);

const example = {
  scope: 'town',
  scopeId: 'Auenfeld',
  kind: 'movable_school_day',
  name: 'Rosenmontag',
  startsOn: '2027-02-08',
  endsOn: '2027-02-08',
  source: 'Stadt Auenfeld',
};

/** Holidays and closures (/admin/config, /admin/facilities): read by everybody, since everybody sees what falls out. */
export const dayRulesContract = {
  list: endpoint({ access: 'calendar.list' }, { method: 'GET', path: '/calendar/rules', summary: 'Ferien, Feiertage und Sperrzeiten' })
    .input(z.strictObject({ from: localDate, to: localDate, facility: id.optional() }))
    .output(z.array(dayRule)),
  create: endpoint(
    { access: 'calendar.update' },
    { method: 'POST', path: '/calendar/rules', summary: 'Zeitraum eintragen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(dayRuleInput)
    .output(dayRule),
  update: endpoint(
    { access: 'calendar.update' },
    { method: 'PUT', path: '/calendar/rules/{id}', summary: 'Zeitraum ändern', refuses: ['conflict'], example: { ...example, version: 1 } },
  )
    .input(z.strictObject({ ...fields, id, version }).refine(inOrder.check, inOrder.refusal))
    .output(dayRule),
  delete: endpoint({ access: 'calendar.update' }, { method: 'DELETE', path: '/calendar/rules/{id}', summary: 'Zeitraum löschen' })
    .input(z.strictObject({ id }))
    .output(done),
  import: endpoint(
    { access: 'calendar.update' },
    {
      method: 'POST',
      path: '/calendar/rules/import',
      summary: 'Ferien aus einer Tabelle übernehmen',
      description: 'Lines "Name;from;to" with dates as 24.12.2028 or 2028-12-24. A dry run writes nothing.',
      example: { text: 'Herbstferien;21.10.2028;04.11.2028', source: 'BASS NRW', isDryRun: true },
    },
  )
    .input(z.strictObject({ text: z.string().max(20_000), source: line(200), isDryRun: z.boolean() }))
    .output(
      z.object({
        rows: z.array(
          z.object({
            line: z.int(),
            name: z.string(),
            startsOn: z.string(),
            endsOn: z.string(),
            result: z.enum(['new', 'known', 'refused']),
            message: z.string(),
          }),
        ),
      }),
    ),
};
