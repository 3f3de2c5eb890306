import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { offerReply, offerStateWords, type Objection } from '#shared/halls/seasons/objections.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { weekWords } from '../words.ts';

type Reply = z.input<typeof offerReply> & { id: string };
type Settling = { onSuccess: (after: Objection) => void; onError: (error: unknown) => void };
/** How an offer is answered: in the portal or behind the link of a mail. */
type Replying = { mutate: (reply: Reply, settle: Settling) => void; isPending: boolean; error: unknown };

type OfferPartProps = { objection: Objection; /** For the organisation while it can answer. */ replying?: Replying | undefined };

/** What the manager offered instead, how far that is, and the answer to it. */
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
      <StateMark tone={isOpen ? 'waiting' : state === 'upheld' ? 'good' : 'bad'}>{`Gegenangebot ${offerStateWords(objection)}`}</StateMark>
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
      onConfirm: accept,
    });
  if (declines) return <DeclineForm id={id} replying={replying} onClose={() => setDeclines(false)} />;
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

const shape = offerReply.pick({ reply: true });

/** A no, with what is wrong. */
function DeclineForm({ id, replying, onClose }: { id: string; replying: Replying; onClose: () => void }) {
  const form = useShapeForm<z.input<typeof shape>>({ reply: '' }, shape);
  const submit = form.onSubmit(({ reply }) =>
    replying.mutate(
      { id, answer: 'declined', ...(reply && { reply }) },
      {
        onSuccess: () => {
          notify('Ihre Ablehnung ist bei der Hallenverwaltung; Ihr Einwand bleibt offen.');
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Textarea label="Was passt daran nicht? (freiwillig)" autosize minRows={2} maxLength={500} {...form.getInputProps('reply')} />
        <FormProblem error={replying.error} fields={['reply']} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={replying.isPending}>
            Ablehnung senden
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
