import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';

/** The membership fees of this site's club. */
export const feeOrderQuery = queryOptions({ queryKey: ['fees', 'order'], queryFn: () => api.feeOrder.read() });
