import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { bookingSets, bookingStateNames } from '#shared/halls/bookingStates.ts';
import type { OwnGroup } from '#shared/halls/ownHours.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../seasons/seasons.module.css';
import { useOwnHours, type Opened } from './queries.ts';
import { ReleaseForm } from './ReleaseForm.tsx';
import { useRelease } from './useRelease.ts';

type DatesPartProps = { opened: Opened; groups: readonly OwnGroup[]; maySign: boolean };

/** The organisation's future bookings by series; unneeded hours are released here. */
export function DatesPart({ opened, groups, maySign }: DatesPartProps) {
  return (
    <PagePart title="Unsere Termine" lead="Was Sie nicht brauchen, geben Sie bitte frei: andere Gruppen suchen Hallenzeiten.">
      <ReleaseForm opened={opened} groups={groups} />
      {groups.length > 0 && <CalendarButton opened={opened} />}
      {groups.length === 0 && <EmptyState icon="calendar-off" title="Es stehen keine Termine im Plan." />}
      <ul className={classes['cards']}>
        {groups.map((group) => (
          <li key={group.dates[0]?.id} className={classes['card']}>
            <GroupCard group={group} opened={opened} maySign={maySign} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

function CalendarButton({ opened }: { opened: Opened }) {
  const { calendar } = useOwnHours(opened);
  return (
    <Button
      mb="md"
      variant="default"
      loading={calendar.isPending}
      leftSection={<Icon name="calendar" size={18} />}
      onClick={() => calendar.mutate(undefined, { onSuccess: (file) => saveFile(file), onError: notifyProblem })}
    >
      Als Kalender (.ics)
    </Button>
  );
}

function GroupCard({ group, opened, maySign }: { group: OwnGroup; opened: Opened; maySign: boolean }) {
  const { ask, takeBack, isPending } = useRelease(opened);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const offered = group.dates.find(({ offer }) => offer !== null);
  const ids = chosen.filter((id) => group.dates.some((one) => one.id === id && one.mayRelease));
  return (
    <>
      <span className={classes['name']}>{group.title}</span>
      <Text size="sm">{`${group.words} · ${group.dates.length === 1 ? 'ein Termin' : `${group.dates.length} Termine`}`}</Text>
      {offered && maySign && <OfferPart opened={opened} date={offered} />}
      <details open={group.dates.length <= 3}>
        <summary>Termine</summary>
        <Stack gap={4} mt="xs" component="ul" pl={0} style={{ listStyle: 'none' }}>
          {group.dates.map((one) => (
            <DateLine
              key={one.id}
              date={one}
              isChosen={ids.includes(one.id)}
              onTakeBack={() => takeBack([one.id])}
              onChoose={(isOn) => setChosen(isOn ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))}
            />
          ))}
          {group.skipped.map(({ date, reason }) => (
            <li key={date}>
              <Text size="sm" c="dimmed">{`${germanDate(date)} fällt aus: ${reason}`}</Text>
            </li>
          ))}
        </Stack>
        {group.dates.some(({ mayRelease }) => mayRelease) && (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            disabled={ids.length === 0}
            loading={isPending}
            onClick={() => ask(ids, () => setChosen([]))}
          >
            {ids.length > 1 ? `${ids.length} Stunden freigeben …` : 'Stunde freigeben …'}
          </Button>
        )}
      </details>
    </>
  );
}

type DateLineProps = {
  date: OwnGroup['dates'][number];
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onTakeBack: () => void;
};

function DateLine({ date: { words, state, reason, mayRelease, mayReclaim }, isChosen, onChoose, onTakeBack }: DateLineProps) {
  return (
    <li>
      {mayRelease ? (
        <Checkbox size="sm" label={words} checked={isChosen} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />
      ) : (
        <>
          <Text size="sm" span>{`${words} `}</Text>
          <StateMark tone={bookingSets.waiting.includes(state) ? 'waiting' : 'quiet'}>{bookingStateNames[state]}</StateMark>
          {mayReclaim && (
            <Button size="compact-sm" variant="subtle" aria-label={`${words} zurücknehmen`} onClick={onTakeBack}>
              Zurücknehmen
            </Button>
          )}
          {reason && (
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </>
      )}
    </li>
  );
}

/** The manager's counter-offer, to be accepted or declined. */
function OfferPart({ opened, date: { id, offer } }: { opened: Opened; date: OwnGroup['dates'][number] }) {
  const { answer } = useOwnHours(opened);
  const say = (isAccepted: boolean) =>
    answer.mutate(
      { bookingId: id, isAccepted },
      { onSuccess: () => notify(isAccepted ? 'Die Zeit ist jetzt Ihre.' : 'Der Vorschlag ist abgelehnt.'), onError: notifyProblem },
    );
  return (
    <Stack gap="xs">
      <Text size="sm">{`Vorgeschlagen wird: ${offer}.`}</Text>
      <Group gap="xs">
        <Button size="xs" loading={answer.isPending} onClick={() => say(true)}>
          Annehmen
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            confirm({
              title: 'Vorschlag ablehnen?',
              text: 'Damit ist auch Ihre Anfrage zurückgezogen.',
              action: 'Ablehnen',
              onConfirm: () => say(false),
            })
          }
        >
          Ablehnen …
        </Button>
      </Group>
    </Stack>
  );
}
