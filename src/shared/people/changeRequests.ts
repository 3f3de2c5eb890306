import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, paragraphs, requiredLine, version, localDate } from '#shared/kernel/fields.ts';
import { iban } from '#shared/kernel/iban.ts';
import { keysOf } from '#shared/kernel/keys.ts';

/** The states of a change request. */
export const changeRequestStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;

const requestable = {
  firstname: requiredLine(80).optional(),
  lastname: requiredLine(80).optional(),
  birthDate: localDate.optional(),
  street: line(120).optional(),
  houseNo: line(20).optional(),
  postcode: line(12).optional(),
  city: line(80).optional(),
  iban: iban.optional(),
  accountHolder: requiredLine(70).optional(),
};
const requestedChanges = z.strictObject(requestable);
export type RequestedChanges = z.infer<typeof requestedChanges>;

/** The requested changes; unchanged fields are left out. */
export const changeRequestInput = z.strictObject({ changes: requestedChanges, note: paragraphs(500).default('') });

/** The German names of the fields that can be requested. */
export const requestedFieldNames = {
  firstname: 'Vorname',
  lastname: 'Nachname',
  birthDate: 'Geburtsdatum',
  street: 'Straße',
  houseNo: 'Hausnummer',
  postcode: 'Postleitzahl',
  city: 'Ort',
  iban: 'IBAN',
  accountHolder: 'Kontoinhaber',
} as const;

/** A change request with the current and the requested values; bank accounts are masked. */
const changeRequestView = z.object({
  id,
  personId: id,
  club: clubName,
  name: z.string(),
  payer: z.string().describe("The name of the payer if it is another person; a new bank account then applies to the payer's mandate."),
  createdAt: z.string(),
  createdByName: z.string(),
  changes: z.array(z.object({ field: z.enum(keysOf(requestable)), now: z.string(), wished: z.string() })),
  note: z.string(),
  state: z.enum(changeRequestStates),
  reason: z.string(),
  version,
});
export type ChangeRequestView = z.infer<typeof changeRequestView>;

const decision = z.strictObject({ id, version });

/** The reason for declining a request or an application. */
export const declineInput = z.strictObject({ reason: requiredLine(500) });
const inbox = z.strictObject({ club: clubName.optional(), isOpen: z.stringbool().default(true) });

/** Change requests of members for their own data. */
export const changeRequestsContract = {
  create: endpoint(
    { access: 'members.requestChange' },
    {
      method: 'POST',
      path: '/people/{personId}/change-requests',
      summary: 'Änderung beim Vorstand beantragen',
      description: 'For the name, birth date, address or bank account of the user or their child. At most one open request per person.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { changes: { city: 'Auenfeld' } },
    },
  )
    .input(changeRequestInput.extend({ personId: id }))
    .output(changeRequestView),
  mine: endpoint(
    { access: 'members.requestChange' },
    { method: 'GET', path: '/change-requests/mine', summary: 'Eigene Änderungswünsche', description: 'The latest 20 requests.' },
  ).output(z.array(changeRequestView)),
  list: endpoint(
    { access: 'members.update' },
    { method: 'GET', path: '/change-requests', summary: 'Änderungswünsche des Vereins', description: 'At most 200.' },
  )
    .input(inbox)
    .output(z.array(changeRequestView)),
  accept: endpoint(
    { access: 'members.update' },
    {
      method: 'POST',
      path: '/change-requests/{id}/accept',
      summary: 'Änderungswunsch übernehmen',
      description: 'Requires recent re-authentication if the bank account changes.',
      refuses: ['wrong-state', 'in-progress', 'key-reused', 'reauthentication-required'],
      example: { version: 1 },
    },
  )
    .input(decision)
    .output(changeRequestView),
  decline: endpoint(
    { access: 'members.update' },
    {
      method: 'POST',
      path: '/change-requests/{id}/decline',
      summary: 'Änderungswunsch ablehnen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { reason: 'Bitte den Ausweis im Büro zeigen.', version: 1 },
    },
  )
    .input(declineInput.extend({ id, version }))
    .output(changeRequestView),
};
