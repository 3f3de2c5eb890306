import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';

/** What the club of this site asks of its members. */
export const feeOrderQuery = queryOptions({ queryKey: ['fees', 'order'], queryFn: () => api.feeOrder.read() });
