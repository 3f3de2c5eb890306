import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.donations;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The donations of a year; "books" is the collection whose live notices refresh them. */
export function donationsQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['books', 'donations', club, year], queryFn: () => api.donations.list({ club, year }) });
}

/** One receipt with all its contents. */
export function receiptQuery(id: string) {
  return queryOptions({ queryKey: ['books', 'receipt', id], queryFn: () => api.donations.receipt({ id }) });
}

type Imports = typeof api.donationImports;

/** Previews and imports a list of donations. */
export function useDonationImport() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['books'] });
  return {
    check: useMutation({ mutationFn: (input: Parameters<Imports['check']>[0]) => api.donationImports.check(input) }),
    book: useMutation({ mutationFn: (input: Parameters<Imports['book']>[0]) => api.donationImports.book(input), onSettled }),
  };
}

/** Mutations of donations and receipts. */
export function useDonationMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['books'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.donations.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.donations.update(input), onSettled }),
    remove: useMutation({ mutationFn: (input: Input<'delete'>) => api.donations.delete(input), onSettled }),
    saveSettings: useMutation({ mutationFn: (input: Input<'saveSettings'>) => api.donations.saveSettings(input), onSettled }),
    issue: useMutation({ mutationFn: (input: Input<'issue'>) => api.donations.issue(input), onSettled }),
    print: useMutation({ mutationFn: (input: Input<'print'>) => api.donations.print(input) }),
    file: useMutation({ mutationFn: (id: string) => api.donations.file({ id }) }),
    mail: useMutation({ mutationFn: (input: Input<'mail'>) => api.donations.mail(input), onSettled }),
    cancel: useMutation({ mutationFn: (input: Input<'cancel'>) => api.donations.cancel(input), onSettled }),
  };
}
