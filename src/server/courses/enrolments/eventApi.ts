import { eq } from 'drizzle-orm';
import { eventRegistrationsContract } from '#shared/courses/eventRegistrations.ts';
import { event } from '#server/events/table.ts';
import { allow, targetOf } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { EventRow } from './counting.ts';
import { exportFile, recordsNamed } from './export.ts';
import { registerGuestForEvent } from './guestApi.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { eventParticipantList } from './list.ts';
import { candidatesForEvent } from '../orders/candidates.ts';
import { registerForEvent } from './ownApi.ts';
import { add } from './staffApi.ts';

const os = implementing(eventRegistrationsContract);

/** Endpoints of enrolments in events. */
export const eventRegistrationsApi = (ports: OrderPorts) =>
  os.router({
    candidates: os.candidates.handler(({ context, input }) => candidatesForEvent(context, input.id, ports)),
    register: os.register.handler(({ context, input }) => registerForEvent(context, input.id, input, ports)),
    registerGuest: os.registerGuest.handler(({ context, input }) => registerGuestForEvent(context, input.id, input)),
    list: os.list.handler(({ context, input }) =>
      context.read(async (tx) => {
        const row = await eventRow(tx, input.id);
        allow(context, 'events.listReservations', targetOf(context, row.club));
        await enterScope(tx, row.club);
        return eventParticipantList(tx, row);
      }),
    ),
    add: os.add.handler(({ context, input }) => add(context, { eventId: input.id }, input)),
    export: os.export.handler(({ context, input }) => {
      return context.write(async (write) => {
        const row = await eventRow(write.tx, input.id);
        allow(context, 'participants.export', targetOf(context, row.club));
        await enterScope(write.tx, row.club);
        const { rows } = await eventParticipantList(write.tx, row);
        write.audit('participants.export', row, `Teilnehmerliste exportiert: ${row.title} (${rows.length})`, {
          after: { listed: await recordsNamed(write.tx, row.club, rows) },
        });
        return exportFile(row.title, rows, input.format);
      });
    }),
  });

async function eventRow(tx: Transaction, id: string): Promise<EventRow> {
  const [row] = await tx.select().from(event).where(eq(event.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}
