import { and, desc, eq, inArray } from 'drizzle-orm';
import { defectsContract, defectStateNames, openDefects, type Defect } from '#shared/halls/defects.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, signedIn } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { redrawPhoto } from './photo.ts';
import { readFacility, readFacilityBySlug, readUnits } from './service.ts';
import { defect, facility, facilityUnit } from './table.ts';

const os = implementing(defectsContract);
const perHour = { free: 10, windowMs: 60 * 60 * 1000 };

/** Defects: reported by anybody at the door, handled by those who manage the facility. */
export const defectsApi = os.router({
  list: os.list.handler(({ context, input }) =>
    context.read(async (tx) => {
      const viewer = signedIn(context);
      const rows = await select(tx)
        .where(
          and(
            viewer.role === 'super' ? undefined : eq(facility.managerClub, viewer.club),
            input.club ? eq(facility.managerClub, input.club) : undefined,
            input.facility ? eq(defect.facilityId, input.facility) : undefined,
            input.open ? inArray(defect.state, openDefects) : undefined,
          ),
        )
        .orderBy(desc(defect.reportedAt), desc(defect.id))
        .limit(200);
      return rows.map(toDefect);
    }),
  ),

  create: os.create.handler(async ({ context, input: { slug, unitId, photo, text, reportedBy } }) => {
    await countTry(context.database, `defect:${context.network}`, perHour);
    const drawn = photo === null ? null : await redrawPhoto(photo);
    return context.write(async (write) => {
      const row = await readFacilityBySlug(write.tx, slug);
      const units = await readUnits(write.tx, [row.id]);
      if (unitId !== null && !units.some(({ id }) => id === unitId)) throw fieldProblem('unitId', 'Diesen Teil gibt es hier nicht.');
      const [made] = await write.tx
        .insert(defect)
        .values({ facilityId: row.id, unitId, text, photo: drawn, reportedBy, reportedAt: now() })
        .returning({ id: defect.id });
      write.audit(
        'defects.create',
        { club: row.managerClub, id: made?.id, entity: 'facilities', by: context.viewer ?? { name: 'Ohne Anmeldung' } },
        `Schaden gemeldet: ${row.name}`,
      );
      write.changed({ collection: 'facilities', club: row.managerClub, entityId: row.id });
      return { ok: true } as const;
    });
  }),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (write) => {
      const viewer = signedIn(context);
      const [before] = await write.tx.select().from(defect).where(eq(defect.id, id)).for('update');
      if (!before) throw new Problem('not-found');
      const row = await readFacility(write.tx, before.facilityId);
      const target = facilityTarget(viewer.club, row);
      allow(context, 'defects.update', target === 'club' ? 'club' : 'other');
      if (before.version !== version) throw new Problem('conflict');
      await write.tx
        .update(defect)
        .set({ ...values, version: version + 1 })
        .where(eq(defect.id, id));
      write.audit(
        'defects.update',
        { club: row.managerClub, id, entity: 'facilities' },
        `Schaden an ${row.name}: ${defectStateNames[values.state]}`,
        { before: { state: before.state, responsible: before.responsible, note: before.note }, after: values },
      );
      write.changed({ collection: 'facilities', club: row.managerClub, entityId: row.id });
      const [after] = await select(write.tx).where(eq(defect.id, id));
      if (!after) throw new Problem('not-found');
      return toDefect(after);
    }),
  ),
});

function select(tx: Transaction) {
  return tx
    .select({ defect, facilityName: facility.name, unitLabel: facilityUnit.label })
    .from(defect)
    .innerJoin(facility, eq(facility.id, defect.facilityId))
    .leftJoin(facilityUnit, eq(facilityUnit.id, defect.unitId));
}

function toDefect({ defect: row, facilityName, unitLabel }: Awaited<ReturnType<ReturnType<typeof select>['where']>>[number]): Defect {
  return { ...row, reportedAt: row.reportedAt.toISOString(), facilityName, unitLabel };
}
