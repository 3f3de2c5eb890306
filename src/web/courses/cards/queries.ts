import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CardStanding } from '#shared/courses/cards/cardRules.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.cards;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The card products of a club; 'participations' is the collection whose live notices refresh them. */
export function cardProductsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'cards', 'products', club], queryFn: () => api.cards.products({ club }) });
}

type CardFilter = { club: ClubName; standing?: CardStanding | undefined; search?: string; personId?: string };

/** The sold cards of a club, paged. */
export function soldCardsQuery(filter: CardFilter) {
  return infiniteQueryOptions({
    queryKey: ['participations', 'cards', 'sold', filter],
    queryFn: ({ pageParam }) => api.cards.list({ ...filter, cursor: pageParam }),
    ...inPages,
  });
}

/** One card with its visits. */
export function cardQuery(id: string) {
  return queryOptions({ queryKey: ['participations', 'cards', 'one', id], queryFn: () => api.cards.read({ id }) });
}

/** A club's visits that lack a card. */
export function openVisitsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'cards', 'open', club], queryFn: () => api.cards.openVisits({ club }) });
}

/** The cards of the user and their children; refreshed when a trainer marks attendance on another device. */
export function myCardsQuery() {
  return queryOptions({ queryKey: ['cards', 'mine'], queryFn: () => api.cards.mine() });
}

/** The possible buyers, and the last step for the selected ones; the previous data stay while a new selection loads. */
export function cardQuoteQuery(id: string, personIds: readonly string[]) {
  return queryOptions({
    queryKey: ['courses', 'cardQuote', id, personIds],
    queryFn: () => api.cards.quote({ id, personIds: [...personIds] }),
    placeholderData: keepPreviousData,
  });
}

/** Buys a card; refetches offers, own cards and charges. */
export function useBuying() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'buy'>) => api.cards.buy(input),
    onSettled: () => readAfterOwnChange(client, ['courses', 'cards', 'participations', 'charges']),
  });
}

/** The office's mutations of cards; each refreshes the lists. */
export function useCardMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['participations', 'courses', 'cards', 'charges']);
  return {
    createProduct: useMutation({ mutationFn: (input: Input<'createProduct'>) => api.cards.createProduct(input), onSettled }),
    updateProduct: useMutation({ mutationFn: (input: Input<'updateProduct'>) => api.cards.updateProduct(input), onSettled }),
    sell: useMutation({ mutationFn: (input: Input<'sell'>) => api.cards.sell(input), onSettled }),
    readRows: useMutation({ mutationFn: (input: Input<'import'>) => api.cards.import(input), onSettled }),
    correct: useMutation({ mutationFn: (input: Input<'correct'>) => api.cards.correct(input), onSettled }),
    cancel: useMutation({ mutationFn: (input: Input<'cancel'>) => api.cards.cancel(input), onSettled }),
    settle: useMutation({ mutationFn: (input: Input<'settle'>) => api.cards.settle(input), onSettled }),
  };
}
