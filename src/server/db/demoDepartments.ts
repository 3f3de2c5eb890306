import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { association, department, departmentAssociation } from '#server/club/departments/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** Invented federations; one department has none, so that the report has a warning. */
const federations: { readonly [name: string]: { no: string; federation: string; short: string } } = {
  Turnen: { no: '0071', federation: 'Musterturnerbund', short: 'TUR' },
  Schwimmen: { no: '0062', federation: 'Musterschwimmverband', short: 'SWI' },
  Kampfsport: { no: '0043', federation: 'Musterjudoverband', short: 'KAM' },
  Handball: { no: '0035', federation: 'Musterhandballverband', short: 'HAN' },
  Volleyball: { no: '0084', federation: 'Mustervolleyballverband', short: 'VOL' },
  Badminton: { no: '0012', federation: 'Musterbadmintonverband', short: 'BAD' },
  Tanzen: { no: '0068', federation: 'Mustertanzsportverband', short: 'TAN' },
  Leichtathletik: { no: '0052', federation: 'Musterleichtathletikverband', short: 'LEI' },
};

/** Sets heads, short names and federations of a club's departments. */
export async function describeDepartments(
  tx: Transaction,
  club: ClubName,
  departments: ReadonlyMap<string, string>,
  headIds: readonly string[],
): Promise<void> {
  for (const [at, [name, id]] of [...departments].entries()) {
    const known = federations[name];
    await tx
      .update(department)
      .set({
        position: (at + 1) * 10,
        shortName: known?.short ?? null,
        sport: known ? name : '',
        headPersonId: headIds[at % headIds.length] ?? null,
        deputyPersonId: at % 2 === 0 ? (headIds[(at + 1) % headIds.length] ?? null) : null,
      })
      .where(eq(department.id, id));
    if (!known) continue;
    await tx.insert(association).values({ id: randomUUID(), club, no: known.no, name: known.federation });
    await tx.insert(departmentAssociation).values({ id: randomUUID(), departmentId: id, associationNo: known.no });
  }
}
