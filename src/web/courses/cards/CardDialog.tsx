import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import { dayInWords, germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { CancelCardForm } from './CancelCardForm.tsx';
import { cardState, chargeInWords, leftInWords, namesOf, toneOfCard } from './cardWords.ts';
import classes from './cards.module.css';
import { CorrectCardForm } from './CorrectCardForm.tsx';
import { cardQuery } from './queries.ts';

/** One card: its scope, its visits, and the office's actions. */
export function CardDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Modal opened={id !== undefined} onClose={onClose} title="Karte" centered>
      {id && <Opened key={id} id={id} />}
    </Modal>
  );
}

function Opened({ id }: { id: string }) {
  const query = useQuery(cardQuery(id));
  const { data } = query;
  const [action, setAction] = useState<'correct' | 'cancel'>();
  if (!data) return <Loading query={query} />;
  const done = () => setAction(undefined);
  return (
    <Stack gap="sm">
      <Facts card={data} />
      {action === 'correct' && <CorrectCardForm card={data} onDone={done} />}
      {action === 'cancel' && <CancelCardForm card={data} onDone={done} />}
      {action === undefined && data.standing !== 'cancelled' && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setAction('correct')}>
            Berichtigen
          </Button>
          <Button variant="outline" color="danger" onClick={() => setAction('cancel')}>
            Stornieren
          </Button>
        </Group>
      )}
      <Taken card={data} />
    </Stack>
  );
}

function Facts({ card }: { card: OpenedCard }) {
  return (
    <div className={classes['words']}>
      <strong>{card.title}</strong>
      <span>{namesOf(card)}</span>
      <StateMark tone={toneOfCard(card)}>{cardState(card)}</StateMark>
      <span>
        {leftInWords(card)}, gültig {germanDate(card.validFrom)} bis {germanDate(card.validUntil)}
      </span>
      <span className={classes['quiet']}>{card.scope}</span>
      <span className={classes['quiet']}>
        {euros(card.cents)}: {chargeInWords(card)}
      </span>
      <span className={classes['quiet']}>
        verkauft {formatDateTime(card.soldAt)}
        {card.soldBy && `, ${card.soldBy}`}
      </span>
      {card.cancelReason && <span>Storniert: {card.cancelReason}</span>}
    </div>
  );
}

function Taken({ card: { taken, people } }: { card: OpenedCard }) {
  if (taken.length === 0) return <Text size="sm">Noch kein Besuch.</Text>;
  return (
    <div>
      <Text fw={600}>Besuche</Text>
      <ul className={classes['visits']}>
        {taken.map(({ sessionId, day, offer, name }) => (
          <li key={`${sessionId}${name}`}>{[dayInWords(day), offer, people.length > 1 && name].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
    </div>
  );
}
