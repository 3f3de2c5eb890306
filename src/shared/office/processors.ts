import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine, version } from '#shared/kernel/fields.ts';

/** A data processor of a club. */
export const processorInput = z.strictObject({
  name: requiredLine(120),
  service: requiredLine(120).describe('The service provided, e.g. "Mails" or "Betrieb des Servers".'),
  contractOn: localDate.or(z.literal('')).default('').describe('The day of the contract (GDPR Art. 28); empty if there is none.'),
});

const processor = z.object({ ...processorInput.shape, id, version });
export type Processor = z.infer<typeof processor>;

const example = { name: 'Beispielpost GmbH', service: 'Mails', contractOn: '2026-01-15' };

/** The data processors of a club (GDPR Art. 28), part of its record of processing activities. */
export const processorsContract = {
  list: endpoint(
    { access: 'privacyLog.manage' },
    { method: 'GET', path: '/privacy/processors', summary: 'Wer im Auftrag des Vereins Daten verarbeitet' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(processor)),
  create: endpoint(
    { access: 'privacyLog.manage' },
    {
      method: 'POST',
      path: '/privacy/processors',
      summary: 'Auftragsverarbeiter eintragen',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(processorInput.extend({ club: clubName.optional() }))
    .output(done),
  update: endpoint(
    { access: 'privacyLog.manage' },
    { method: 'PUT', path: '/privacy/processors/{id}', summary: 'Auftragsverarbeiter ändern', example: { ...example, version: 1 } },
  )
    .input(processorInput.extend({ id, version }))
    .output(done),
  delete: endpoint(
    { access: 'privacyLog.manage' },
    { method: 'DELETE', path: '/privacy/processors/{id}', summary: 'Auftragsverarbeiter löschen' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
