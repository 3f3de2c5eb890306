import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.operationals;
type Input<Name extends keyof Api> = Parameters<Api[Name]>[0];

/** The helper lists of a club with their counts; 'operational' is the collection whose live notices refresh them. */
export function listsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['operational', 'lists', club], queryFn: () => api.operationals.list({ club }) });
}

/** Understaffed shifts of all lists in the next days. */
export function openShiftsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['operational', 'shifts', club], queryFn: () => api.operationals.openShifts({ club }) });
}

/** One list with its shifts and helpers. */
export function listQuery(id: string) {
  return queryOptions({ queryKey: ['operational', 'list', id], queryFn: () => api.operationals.read({ id }) });
}

/** The confirmed hours of a year. */
export function hoursQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['operational', 'hours', club, year], queryFn: () => api.operationals.hours({ club, year }) });
}

/** The events that a list may belong to. */
export function eventsQuery(club: ClubName, from: string, to: string) {
  return queryOptions({ queryKey: ['events', 'for-lists', club, from, to], queryFn: () => api.events.list({ club, from, to }) });
}

/** Persons of the club by part of their name, at least two letters. */
export function peopleQuery(search: string, club: ClubName) {
  return queryOptions({
    queryKey: ['operational', 'people', club, search],
    queryFn: () => api.people.search({ search, club }),
    enabled: search.trim().length >= 2,
  });
}

/** Mutations of helper lists. */
export function useListMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['operational'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.operationals.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.operationals.update(input), onSettled }),
    setState: useMutation({ mutationFn: (input: Input<'setState'>) => api.operationals.setState(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.operationals.delete({ id }), onSettled }),
    addShift: useMutation({ mutationFn: (input: Input<'addShift'>) => api.operationals.addShift(input), onSettled }),
    updateShift: useMutation({ mutationFn: (input: Input<'updateShift'>) => api.operationals.updateShift(input), onSettled }),
    deleteShift: useMutation({ mutationFn: (id: string) => api.operationals.removeShift({ id }), onSettled }),
    addItem: useMutation({ mutationFn: (input: Input<'addItem'>) => api.operationals.addItem(input), onSettled }),
    deleteItem: useMutation({ mutationFn: (id: string) => api.operationals.removeItem({ id }), onSettled }),
    deletePledge: useMutation({ mutationFn: (id: string) => api.operationals.removePledge({ id }), onSettled }),
    assign: useMutation({ mutationFn: (input: Input<'assign'>) => api.operationals.assign(input), onSettled }),
    promote: useMutation({ mutationFn: (id: string) => api.operationals.promote({ id }), onSettled }),
    takeOff: useMutation({ mutationFn: (id: string) => api.operationals.remove({ id }), onSettled }),
    settle: useMutation({ mutationFn: (input: Input<'settle'>) => api.operationals.settle(input), onSettled }),
    file: useMutation({ mutationFn: (id: string) => api.operationals.file({ id }) }),
    hoursFile: useMutation({ mutationFn: (input: Input<'hoursFile'>) => api.operationals.hoursFile(input) }),
  };
}
