import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { offerStateWords, type Objection, type offerReply } from '#shared/halls/seasons/objections.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { DeclineForm } from '../../parts/DeclineForm.tsx';
import { weekWords } from '../words.ts';

type Reply = z.input<typeof offerReply> & { id: string };
type Settling = { onSuccess: (after: Objection) => void; onError: (error: unknown) => void };
/** The mutation that answers an offer: in the portal or behind the link of a mail. */
type Replying = { mutate: (reply: Reply, settle: Settling) => void; isPending: boolean; error: unknown };

type OfferPartProps = { objection: Objection; /** For the organisation while it can answer. */ replying?: Replying | undefined };

/** The manager's offer, its state, and the answer. */
export function OfferPart({ objection, replying }: OfferPartProps) {
  const { state, offer, offerAnswer } = objection;
  if (!offer) return null;
  const instead = offer.insteadOf === null ? '' : ` statt der Zeit am ${weekdayNames[offer.insteadOf - 1]}`;
  const isOpen = state === 'open' && offerAnswer === null;
  return (
    <>
      <Text size="sm">
        {'Gegenangebot: '}
        <strong>{`${offer.words}${weekWords(offer.week)}`}</strong>
        {instead}
      </Text>
      <StateMark
        wraps
        tone={isOpen ? 'waiting' : state === 'upheld' ? 'good' : 'bad'}
      >{`Gegenangebot ${offerStateWords(objection)}`}</StateMark>
      {isOpen && replying && <ReplyButtons objection={objection} replying={replying} />}
    </>
  );
}

function ReplyButtons({ objection: { id, offer }, replying }: { objection: Objection; replying: Replying }) {
  const [declines, setDeclines] = useState(false);
  const accept = () =>
    replying.mutate(
      { id, answer: 'accepted' },
      {
        onSuccess: ({ state }) =>
          state === 'upheld'
            ? notify('Die Zeit gehört jetzt Ihnen.')
            : notifyRefusal('Diese Zeit ist inzwischen vergeben. Die Hallenverwaltung weiß Bescheid.'),
        onError: notifyProblem,
      },
    );
  const ask = () =>
    confirm({
      title: 'Gegenangebot annehmen?',
      text: `${offer?.words ?? ''}: Mit Ihrem Ja steht die Zeit gleich im Plan${offer?.insteadOf ? ', und Ihre bisherige wird frei' : ''}.`,
      action: 'Annehmen',
      isGrave: false,
      onConfirm: accept,
    });
  if (declines)
    return (
      <DeclineForm
        label="Was passt daran nicht? (freiwillig)"
        done="Ihre Ablehnung ist bei der Hallenverwaltung; Ihr Einwand bleibt offen."
        fieldName="reply"
        sending={replying}
        onSend={(reply, outcome) => replying.mutate({ id, answer: 'declined', ...(reply && { reply }) }, outcome)}
        onClose={() => setDeclines(false)}
      />
    );
  return (
    <Group gap="xs">
      <Button size="xs" loading={replying.isPending} onClick={ask}>
        Annehmen …
      </Button>
      <Button size="xs" variant="default" onClick={() => setDeclines(true)}>
        Ablehnen …
      </Button>
    </Group>
  );
}
