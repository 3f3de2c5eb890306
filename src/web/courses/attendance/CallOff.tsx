import { Button, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { sessionCancellation } from '#shared/courses/courses.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';
import { noticePlaceOf } from './sessionRules.ts';

const reasons = ['Übungsleitung erkrankt', 'Halle gesperrt', 'Wetter', 'Zu wenige Teilnehmende', 'Anderer Grund'] as const;

const shape = sessionCancellation.pick({ reason: true, words: true });

type CalledOff = { id: string; endsAt: string; /** How many people are told, if known. */ expected?: number };

type CallOffProps = {
  session: CalledOff;
  /** The reason that is chosen at first. */ because?: (typeof reasons)[number];
  isOpen: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Asks for the reason why a session is cancelled, and says who is notified; nobody of one that is over. */
export function CallOff({ isOpen, ...rest }: CallOffProps) {
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title={isOver(rest.session) ? 'Fand nicht statt' : 'Stunde absagen'} centered>
      <CallOffForm {...rest} />
    </Modal>
  );
}

function CallOffForm({ session, because, onClose, onDone = () => undefined }: Omit<CallOffProps, 'isOpen'>) {
  const { cancelSession, restoreSession } = useParticipantMutations();
  const over = isOver(session);
  const place = noticePlaceOf(session.id);
  const form = useShapeForm<z.output<typeof shape>>({ reason: because ?? '', words: '' }, shape);
  const undo = () =>
    restoreSession.mutate(session.id, {
      onError: notifyProblem,
      onSuccess: () => (
        notify(over ? 'Die Stunde gilt wieder als geplant.' : 'Die Stunde findet statt. Niemand wurde benachrichtigt.', undefined, place),
        onDone()
      ),
    });
  const callOff = form.onSubmit((values) =>
    cancelSession.mutate(
      { id: session.id, ...values },
      {
        onSuccess: () => {
          notify(over ? 'Die Stunde fand nicht statt.' : 'Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.', undo, place);
          onClose();
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={callOff} noValidate>
      <Stack>
        <Radio.Group label="Warum?" {...form.getInputProps('reason')}>
          <Stack gap="xs" mt="xs">
            {reasons.map((one, at) => (
              <Radio key={one} value={one} label={one} size="md" {...(at === 0 && { 'data-autofocus': true })} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Eigene Worte"
          description={over ? 'Freiwillig. Sie stehen bei der Stunde.' : 'Freiwillig. Sie stehen in der Mail an die Familien.'}
          maxLength={200}
          autosize
          minRows={2}
          {...form.getInputProps('words')}
        />
        <Text size="sm">{over ? 'Niemand erhält eine Mail, und Anwesenheit wird nicht mehr erwartet.' : toldOf(session)}</Text>
        <FormProblem error={cancelSession.error} fields={Object.keys(form.values)} />
        <Button type="submit" size="md" color="danger" loading={cancelSession.isPending}>
          {over ? 'Fand nicht statt' : 'Stunde absagen'}
        </Button>
      </Stack>
    </form>
  );
}

function isOver({ endsAt }: CalledOff): boolean {
  return endsAt < new Date().toISOString();
}

function toldOf({ expected }: CalledOff): string {
  if (expected === undefined) return 'Alle Angemeldeten erhalten sofort eine Mail.';
  if (expected === 0) return 'Niemand ist angemeldet.';
  return expected === 1 ? 'Eine angemeldete Person erhält sofort eine Mail.' : `${expected} Angemeldete erhalten sofort eine Mail.`;
}
