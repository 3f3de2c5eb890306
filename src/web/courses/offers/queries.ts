import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import type { Agreements } from '../enrolments/Agreements.tsx';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import type { Offer } from './offer.ts';

/** The public page of a course; 'courses' is the collection whose live notices refresh it. */
export function coursePageQuery(course: string) {
  return queryOptions({
    queryKey: ['courses', 'page', course],
    queryFn: () => readPublic<typeof api.courses.read>(`/courses/${encodeURIComponent(course)}`),
    meta: { isOneRecord: true, isForEverybody: true },
  });
}

/** The public offers of the club of this site. */
export function publicCoursesQuery() {
  return queryOptions({
    queryKey: ['courses', 'public'],
    queryFn: () => readPublic<typeof api.courses.list>('/courses'),
    meta: { isForEverybody: true },
  });
}

const meta = { isOneRecord: true };

/** The persons whom the viewer may enrol here; also refreshed when enrolments change, which affect free seats. */
export function candidatesQuery({ of, id }: Pick<Offer, 'of' | 'id'>) {
  return of === 'course'
    ? queryOptions({ queryKey: ['courses', 'candidates', id], queryFn: () => api.participations.candidates({ id }), meta })
    : queryOptions({ queryKey: ['events', 'candidates', id], queryFn: () => api.eventRegistrations.candidates({ id }), meta });
}

/** The enrolment behind a link. */
export function enrolmentQuery(token: string) {
  return queryOptions({
    queryKey: ['courses', 'registration', token],
    queryFn: () => readPublic<typeof api.participations.byToken>(`/registrations/${encodeURIComponent(token)}`),
  });
}

/** The enrolments of the viewer and their children. */
export function myEnrolmentsQuery() {
  return queryOptions({ queryKey: ['courses', 'mine'], queryFn: () => api.participations.mine() });
}

/** The mails to the viewer about enrolments. */
export function myNoticesQuery() {
  return queryOptions({ queryKey: ['courses', 'notices'], queryFn: () => api.participations.notices() });
}

/** The consents of the viewer and their children. */
export function myConsentsQuery() {
  return queryOptions({ queryKey: ['courses', 'consents'], queryFn: () => api.people.consents() });
}

/** Open consents that are independent of enrolments. */
export function offeredConsentsQuery() {
  return queryOptions({ queryKey: ['courses', 'consents', 'offered'], queryFn: () => api.people.offeredConsents() });
}

const waysIn = { course: api.participations, event: api.eventRegistrations };

type Register = Agreements & {
  of: Offer['of'];
  id: string;
  personIds: string[];
  quotes: { [personId: string]: string };
  together: boolean;
  method?: OrderMethod;
  mandate?: GivenMandate;
};
export type Guest = Parameters<typeof api.participations.registerGuest>[0] & { of: Offer['of'] };
type NewPerson = Parameters<typeof api.people.add>[0];

/** Applies the results of an enrolment to the candidates; the rows are in the order of the persons. */
function signedUp(personIds: readonly string[], rows: readonly { id: string; state: Candidate['state'] }[]) {
  return (known: Candidate[] | undefined): Candidate[] | undefined =>
    known?.map((one) => {
      const row = rows.length === personIds.length ? rows[personIds.indexOf(one.personId)] : undefined;
      return row ? { ...one, participationId: row.id, state: row.state } : one;
    });
}

/** Mutations of the viewer's own seats; each refreshes what is shown of courses and events. */
export function useSignUpMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses', 'events']);
  return {
    register: useMutation({
      mutationFn: ({ of, ...input }: Register) => waysIn[of].register({ ...input, acceptsTerms: true }),
      onSuccess: (rows, { of, id, personIds }) => client.setQueryData(candidatesQuery({ of, id }).queryKey, signedUp(personIds, rows)),
      onSettled: (_rows, error, one) => readAfterOwnChange(client, ['courses', 'events'], error ? [] : [candidatesQuery(one).queryKey]),
    }),
    guest: useMutation({ mutationFn: ({ of, ...input }: Guest) => waysIn[of].registerGuest(input), onSettled }),
    adopt: useMutation({ mutationFn: () => api.participations.adopt(), onSettled }),
    mailAccount: useMutation({ mutationFn: (token: string) => api.participations.mailAccountLink({ token }) }),
    withdraw: useMutation({ mutationFn: (id: string) => api.people.withdrawConsent({ id }), onSettled }),
    renew: useMutation({ mutationFn: (input: { id: string; version: number }) => api.people.renewConsent(input), onSettled }),
    agree: useMutation({
      mutationFn: (input: Parameters<typeof api.people.giveConsent>[0]) => api.people.giveConsent(input),
      onSettled,
    }),
    addPerson: useMutation({ mutationFn: (input: NewPerson) => api.people.add(input), onSettled }),
    answer: useMutation({
      mutationFn: (input: Parameters<typeof api.participations.answer>[0]) => api.participations.answer(input),
      onSettled,
    }),
  };
}
