import { Button, Group } from '@mantine/core';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { OrderArrows } from '../parts/OrderArrows.tsx';
import { wishRun } from '../parts/wishRun.ts';
import { useSeasonMutations } from './queries.ts';

type WishActionsProps = { wish: Wish; season: Season; all: readonly Wish[] };

/** The actions on one wish: move up and down, confirm, return. */
export function WishActions({ wish, season, all }: WishActionsProps) {
  const { act, order } = useSeasonMutations();
  const run = wishRun(wish.groupName, (action, settle) => act.mutate({ id: season.id, action, wishIds: [wish.id] }, settle));
  const own = all.filter(({ organisationId }) => organisationId === wish.organisationId);
  const reorder = (wishIds: string[]) =>
    order.mutate({ id: season.id, organisationId: wish.organisationId, wishIds }, { onError: notifyProblem });
  const may = (action: Wish['may'][number]) => wish.may.includes(action);
  return (
    <Group gap="xs">
      {may('order') && <OrderArrows wish={wish} own={own} onOrder={reorder} />}
      {may('confirm') && (
        <Button size="xs" variant="default" onClick={() => run('confirm', 'bestätigt')}>
          Bestätigen
        </Button>
      )}
      {may('submit') && (
        <Button size="xs" variant="default" onClick={() => run('submit', 'abgesendet')}>
          Absenden
        </Button>
      )}
      {may('withdraw') && (
        <Button size="xs" variant="default" onClick={() => run('withdraw', 'zurückgegeben', 'restore')}>
          Zurückgeben
        </Button>
      )}
      {may('restore') && (
        <Button size="xs" variant="default" onClick={() => run('restore', 'wieder als Entwurf da')}>
          Wieder aufnehmen
        </Button>
      )}
    </Group>
  );
}
