import type { OrderPorts } from '#server/courses/orders/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { transfersFor } from '../charges/own.ts';
import { payersOf } from '../charges/payers.ts';
import { mandates } from './service.ts';
import { faultOfAccount } from './importing.ts';

/** How orders of courses and events are paid by debit. */
export const orderPayment: Omit<OrderPorts, 'partnerOf'> = {
  payersOf: async (tx, personIds) => {
    const payers = await payersOf(tx, personIds, today());
    return new Map(
      [...payers].map(([id, { personId, mandate, hasOffice }]) => [id, { payerId: personId, hasMandate: mandate !== null, hasOffice }]),
    );
  },
  faultOf: faultOfAccount,
  sign: mandates.sign,
  transfersFor,
};
