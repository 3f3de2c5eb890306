import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { OrderArrows } from '../parts/OrderArrows.tsx';
import { wishRun } from '../parts/wishRun.ts';
import { useSeasonMutations } from './queries.ts';

type WishActionsProps = { wish: Wish; season: Season; all: readonly Wish[] };

/** The actions on one wish in one line: its order, its next step, and the way back in the menu. */
export function WishActions({ wish, season, all }: WishActionsProps) {
  const { act, order } = useSeasonMutations();
  const run = wishRun(wish.groupName, (action, settle) => act.mutate({ id: season.id, action, wishIds: [wish.id] }, settle));
  const own = all.filter(({ organisationId }) => organisationId === wish.organisationId);
  const reorder = (wishIds: string[]) =>
    order.mutate({ id: season.id, organisationId: wish.organisationId, wishIds }, { onError: notifyProblem });
  const may = (action: Wish['may'][number]) => wish.may.includes(action);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
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
      {(may('withdraw') || may('restore')) && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Aktionen für ${wish.groupName}`}>
              <Icon name="dots-vertical" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may('withdraw') && <Menu.Item onClick={() => run('withdraw', 'zurückgegeben', 'restore')}>Zurückgeben</Menu.Item>}
            {may('restore') && <Menu.Item onClick={() => run('restore', 'wieder als Entwurf da')}>Wieder aufnehmen</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
