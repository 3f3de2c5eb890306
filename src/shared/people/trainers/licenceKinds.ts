import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

/** A kind of licence, added by a super. */
export const licenceKindInput = z.strictObject({ name: requiredLine(80) });

const licenceKind = z.object({ id, name: z.string() });
export type LicenceKind = z.infer<typeof licenceKind>;

/** The kinds of licences, shared by all clubs; recorded licences keep the name they were entered with. */
export const licenceKindsContract = {
  list: endpoint(
    { access: 'licenceKinds.read' },
    { method: 'GET', path: '/licence-kinds', summary: 'Lizenzen, die zur Wahl stehen', description: 'Sorted by name; at most 200.' },
  ).output(z.array(licenceKind)),
  create: endpoint(
    { access: 'licenceKinds.manage' },
    {
      method: 'POST',
      path: '/licence-kinds',
      summary: 'Lizenz zur Wahl stellen',
      refuses: ['in-progress', 'key-reused'],
      example: { name: 'Trainer C Rollsport' },
    },
  )
    .input(licenceKindInput)
    .output(licenceKind),
  delete: endpoint(
    { access: 'licenceKinds.manage' },
    {
      method: 'DELETE',
      path: '/licence-kinds/{id}',
      summary: 'Lizenz nicht mehr zur Wahl stellen',
      description: 'Proofs recorded under this name are kept.',
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
