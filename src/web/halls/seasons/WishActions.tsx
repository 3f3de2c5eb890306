import { ActionIcon, Button, Group } from '@mantine/core';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish, wishActions } from '#shared/halls/seasons/wishes.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useSeasonMutations } from './queries.ts';

type WishActionsProps = { wish: Wish; season: Season; all: readonly Wish[] };

/** What can be done to one wish: up and down in its order, confirm, give back. */
export function WishActions({ wish, season, all }: WishActionsProps) {
  const { act, order } = useSeasonMutations();
  const run = (action: (typeof wishActions)[number], words: string, undo?: (typeof wishActions)[number]) =>
    act.mutate(
      { id: season.id, action, wishIds: [wish.id] },
      { onSuccess: () => notify(`„${wish.groupName}“ ist ${words}.`, undo && (() => run(undo, 'wieder da'))), onError: notifyProblem },
    );
  const own = all.filter(({ organisationId }) => organisationId === wish.organisationId);
  const at = own.findIndex(({ id }) => id === wish.id);
  const move = (to: number) => {
    const ids = own.map(({ id }) => id).filter((id) => id !== wish.id);
    order.mutate(
      { id: season.id, organisationId: wish.organisationId, wishIds: ids.toSpliced(to, 0, wish.id) },
      { onError: notifyProblem },
    );
  };
  const may = (action: Wish['may'][number]) => wish.may.includes(action);
  return (
    <Group gap="xs">
      {may('order') && (
        <>
          <ActionIcon
            variant="default"
            size="lg"
            disabled={at <= 0}
            aria-label={`${wish.groupName} nach oben`}
            onClick={() => move(at - 1)}
          >
            <Icon name="arrow-up" size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            disabled={at === own.length - 1}
            aria-label={`${wish.groupName} nach unten`}
            onClick={() => move(at + 1)}
          >
            <Icon name="arrow-down" size={18} />
          </ActionIcon>
        </>
      )}
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
