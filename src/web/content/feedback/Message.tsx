import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { feedbackKindNames, feedbackStateNames, feedbackStates, type Feedback, type FeedbackState } from '#shared/content/feedback.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { authState } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import classes from './feedback.module.css';
import { useInboxMutations } from './queries.ts';

const states = feedbackStates.map((value) => ({ value, label: feedbackStateNames[value] }));

/** One message of the inbox with the board's actions. */
export function Message({ message }: { message: Feedback }) {
  const [isAnswering, setIsAnswering] = useState(false);
  const { update } = useInboxMutations();
  const me = authState().user?.fullName;
  const isMine = message.assignedTo !== '' && message.assignedTo === me;
  const change = (state: FeedbackState, takes: boolean) =>
    update.mutate(
      { id: message.id, state, isMine: takes, version: message.version },
      { onError: notifyProblem, onSuccess: () => notify('Gespeichert.') },
    );
  const facts = [
    formatDateTime(message.createdAt),
    message.rating && `${message.rating} von 5`,
    message.page && `auf ${message.page}`,
    message.email || 'ohne Adresse',
    message.appVersion,
    message.assignedTo && `bei ${message.assignedTo}`,
  ].filter(Boolean);
  return (
    <PagePart title={feedbackKindNames[message.kind]} lead={facts.join(' · ')}>
      <p className={classes['text']}>{message.text}</p>
      {message.answer && (
        <>
          <strong>Ihre Antwort</strong>
          <p className={classes['answer']}>{message.answer}</p>
        </>
      )}
      {isAnswering ? (
        <AnswerForm message={message} onDone={() => setIsAnswering(false)} />
      ) : (
        <Group gap="xs">
          <Select
            aria-label="Status dieser Rückmeldung"
            data={states}
            value={message.state}
            allowDeselect={false}
            disabled={update.isPending}
            onChange={(value) => {
              const state = feedbackStates.find((one) => one === value);
              if (state) change(state, isMine);
            }}
            w={170}
          />
          <Button
            variant="default"
            leftSection={<Icon name="hand-grab" size={18} />}
            onClick={() => change(message.state === 'new' && !isMine ? 'in_progress' : message.state, !isMine)}
          >
            {isMine ? 'Abgeben' : 'Übernehmen'}
          </Button>
          {message.email !== '' && (
            <Button variant="default" leftSection={<Icon name="mail" size={18} />} onClick={() => setIsAnswering(true)}>
              Antworten
            </Button>
          )}
        </Group>
      )}
    </PagePart>
  );
}
