import { Button, Drawer, Group, Text } from '@mantine/core';
import { ageGroupNames } from '#shared/halls/bookingStates.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { wishesAtMost, type Wish, type WishInput } from '#shared/halls/seasons/wishes.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { OrderArrows } from '../parts/OrderArrows.tsx';
import classes from '../seasons/seasons.module.css';
import type { WishSettling } from '../seasons/WishEditor.tsx';
import { wishRun } from '../parts/wishRun.ts';
import { optionWords, sizeWords } from '../seasons/words.ts';
import { useOwnHours, type Opened } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Loaded when a wish is opened, since most visitors only look at their hours.
const WishEditor = lazyPart(async () => (await import('../seasons/WishEditor.tsx')).WishEditor);

type OwnWishesProps = { opened: Opened; season: Season; wishes: readonly Wish[] } & Pick<OwnHours, 'contact' | 'organisation'>;

/** The organisation's wishes by priority; saving sends them at once. */
export function OwnWishes({ opened, season, wishes, contact, organisation }: OwnWishesProps) {
  const { addWish, changeWish } = useOwnHours(opened);
  // Kept in the URL, so that closing the drawer asks about unsaved input; the page can show several seasons.
  const [openId, setOpenId] = useOpenRecord();
  const newId = `new.${season.id}`;
  const open = wishes.find(({ id }) => id === openId);
  const close = () => setOpenId(undefined);
  const save = (values: WishInput, version: number, settle: WishSettling) => {
    if (open) changeWish.mutate({ ...values, wishId: open.id, version }, settle);
    else addWish.mutate({ ...values, seasonId: season.id }, settle);
  };
  const mayWrite = season.isAccepting && contact.maySign;
  return (
    <>
      {wishes.length === 0 && <Text size="sm">Sie haben noch keinen Wunsch eingetragen.</Text>}
      {wishes.length > 1 && mayWrite && <Text size="sm">Der wichtigste Wunsch steht oben.</Text>}
      <ol className={classes['cards']} aria-label="Ihre Wünsche">
        {wishes.map((wish) => (
          <li key={wish.id} className={classes['card']}>
            <span className={classes['name']}>{wish.groupName}</span>
            <Text size="sm">{`${ageGroupNames[wish.ageGroup]} · ${sizeWords(wish)}`}</Text>
            {wish.options.map((option, at) => (
              <Text key={at} size="sm">{`${at + 1}. ${optionWords(option, season)}`}</Text>
            ))}
            <StateMark tone={wish.state === 'submitted' ? 'good' : wish.state === 'withdrawn' ? 'quiet' : 'waiting'}>
              {wishStateNames[wish.state]}
            </StateMark>
            {wish.hint && (
              <Text size="sm" c="dimmed">
                {wish.hint}
              </Text>
            )}
            <Actions opened={opened} season={season} wish={wish} all={wishes} onOpen={() => setOpenId(wish.id)} />
          </li>
        ))}
      </ol>
      {mayWrite && wishes.length < wishesAtMost && (
        <Button mt="sm" leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId(newId)}>
          Wunsch eintragen
        </Button>
      )}
      {season.isAccepting && !contact.maySign && (
        <Text size="sm" c="dimmed">
          Wünsche senden darf nur, wer für die Organisation unterschreibt.
        </Text>
      )}
      <Drawer opened={openId === newId || open !== undefined} onClose={close} title={open ? 'Wunsch' : 'Wunsch eintragen'}>
        {(openId === newId || open) && (
          <WishEditor
            key={openId}
            season={season}
            wish={open}
            contactName={contact.name}
            saving={open ? changeWish : addWish}
            onSave={save}
            onDone={close}
            fixedClass={organisation.fixedClass}
          />
        )}
      </Drawer>
    </>
  );
}

type ActionsProps = { opened: Opened; season: Season; wish: Wish; all: readonly Wish[]; onOpen: () => void };

function Actions({ opened, season, wish, all, onOpen }: ActionsProps) {
  const { act, order } = useOwnHours(opened);
  const { groupName } = wish;
  const run = wishRun(groupName, (action, settle) => act.mutate({ seasonId: season.id, action, wishIds: [wish.id] }, settle));
  const reorder = (wishIds: string[]) => order.mutate({ seasonId: season.id, wishIds }, { onError: notifyProblem });
  const may = (action: Wish['may'][number]) => wish.may.includes(action);
  return (
    <Group gap="xs">
      {may('order') && all.length > 1 && <OrderArrows wish={wish} own={all} onOrder={reorder} />}
      {may('confirm') && (
        <Button size="xs" onClick={() => run('confirm', 'bestätigt')}>
          Bestätigen
        </Button>
      )}
      {may('change') && (
        <Button size="xs" variant="default" aria-label={`${groupName} ändern`} onClick={onOpen}>
          Ändern …
        </Button>
      )}
      {may('withdraw') && (
        <Button size="xs" variant="default" onClick={() => run('withdraw', 'zurückgegeben', 'restore')}>
          Zurückgeben
        </Button>
      )}
      {may('restore') && (
        <Button size="xs" variant="default" onClick={() => run('restore', 'wieder abgesendet')}>
          Wieder aufnehmen
        </Button>
      )}
    </Group>
  );
}
