import { Button, Checkbox, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { hallRequestRefusal, type OpenHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import { id } from '#shared/kernel/fields.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import { useHallRequestMutations } from './queries.ts';

type OutsideDialogProps = { request: OpenHallRequest | undefined; onClose: () => void };

/** Assigns a request from outside to an organisation, or declines it with a reason. */
export function OutsideDialog({ request, onClose }: OutsideDialogProps) {
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={request?.organisation}>
      {request && <Decision key={request.id} request={request} onClose={onClose} />}
    </Modal>
  );
}

const shape = z.strictObject({ organisationId: z.union([id, z.literal('')]), speaks: z.boolean() });

function Decision({ request, onClose }: OutsideDialogProps & { request: OpenHallRequest }) {
  const { user } = useAuth();
  const { link, reject } = useHallRequestMutations();
  const [isRefusing, setIsRefusing] = useState(false);
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  const known = useQuery(organisationsQuery(user?.club.name ?? 'GSV', 'current'));
  const form = useShapeForm<z.input<typeof shape>>({ organisationId: request.match?.id ?? '', speaks: false }, shape);
  const choices = [
    { value: '', label: `Neu anlegen: ${request.organisation}` },
    ...(known.data ?? []).filter(({ club }) => club === null).map((one) => ({ value: one.id, label: one.name })),
  ];
  const submit = form.onSubmit(({ organisationId, speaks }) =>
    link.mutate(
      { id: request.id, organisationId: organisationId || null, speaks },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: ({ asked, left }) => done(linkedWords(asked, left)),
      },
    ),
  );
  return (
    <Stack>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Select
            label="Welche Organisation ist das?"
            description={request.match ? 'Vorgeschlagen nach Adresse oder Name.' : undefined}
            data={choices}
            searchable
            allowDeselect={false}
            {...form.getInputProps('organisationId')}
          />
          <Text size="sm" c="dimmed">
            Die Zeiten stehen danach als Anfrage im Plan. {request.contactName} bekommt eine Mail und ist Ansprechperson.
          </Text>
          {form.values.organisationId && (
            <Checkbox
              label={`${request.contactName} spricht für die Organisation`}
              description="Mit Haken auch für Wünsche und Einwände, ohne Haken nur für die eigenen Zeiten."
              {...form.getInputProps('speaks', { type: 'checkbox' })}
            />
          )}
          <FormProblem error={link.error} fields={['organisationId']} />
          <Button type="submit" loading={link.isPending} style={{ alignSelf: 'flex-start' }}>
            {form.values.organisationId ? 'Zuordnen' : 'Als Organisation anlegen'}
          </Button>
        </Stack>
      </form>
      {isRefusing ? (
        <ReasonForm
          label="Grund der Ablehnung"
          description="Steht in der Mail."
          action="Ablehnen"
          isGrave
          isLong
          shape={hallRequestRefusal}
          maxLength={300}
          isBusy={reject.isPending}
          error={reject.error}
          onCancel={() => setIsRefusing(false)}
          onReason={(reason, onError) =>
            reject.mutate({ id: request.id, reason }, { onError, onSuccess: () => done('Die Anfrage ist abgelehnt.') })
          }
        />
      ) : (
        <Button variant="subtle" color="danger" style={{ alignSelf: 'flex-start' }} onClick={() => setIsRefusing(true)}>
          Ablehnen …
        </Button>
      )}
    </Stack>
  );
}

function linkedWords(asked: number, left: number): string {
  const words = asked === 1 ? 'Ein Termin steht zum Entscheiden' : `${asked} Termine stehen zum Entscheiden`;
  return left === 0 ? `${words}.` : `${words}, an ${left === 1 ? 'einem Tag' : `${left} Tagen`} ist geschlossen.`;
}
