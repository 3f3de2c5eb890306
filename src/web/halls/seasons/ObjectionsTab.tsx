import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { objectionAnswer, objectionInput, type Objection } from '#shared/halls/seasons/objections.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { objectionStateNames, seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { OfferDialog } from './offers/OfferDialog.tsx';
import { OfferPart } from './offers/OfferPart.tsx';
import { withdrawObjection } from './offers/takenTimes.ts';
import { objectionsQuery, planQuery, useSeasonMutations } from './queries.ts';
import classes from './seasons.module.css';
import { dayOf } from './words.ts';

type Answer = z.output<typeof objectionAnswer>;

const decisions = objectionAnswer.shape.state.options.map((value) => ({ value, label: objectionStateNames[value] }));

/** Objections to results: clubs enter them, the manager answers. */
export function ObjectionsTab({ season, viewer }: { season: Season; viewer: User }) {
  const { data, error, refetch } = useQuery(objectionsQuery(season.id));
  const { reply, withdraw } = useSeasonMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const maySay = may({ role: viewer.role.name }, 'wishes.submit', 'club') !== undefined;
  const isOpen = season.phase === 'consultation' && maySay && !season.isManaged;
  const mayWithdraw = maySay && !season.isManaged && !seasonSets.over.includes(season.phase);
  return (
    <Stack>
      {isOpen && <ObjectionForm season={season} />}
      {data?.length === 0 && <EmptyState icon="message-circle" title="Kein Einwand." />}
      <ul className={classes['cards']} aria-label="Einwände">
        {data?.map((one) => (
          <li key={one.id} className={classes['card']}>
            <span className={classes['name']}>{`${one.organisation}${one.groupName ? `, ${one.groupName}` : ''}`}</span>
            <Text size="sm" c="dimmed">
              {formatDateTime(one.createdAt)}
            </Text>
            <Text size="sm" className={classes['criteria']}>
              {one.text}
            </Text>
            <StateMark tone={one.state === 'open' ? 'waiting' : 'quiet'}>{objectionStateNames[one.state]}</StateMark>
            {one.answer && <Text size="sm">{`Antwort: ${one.answer}`}</Text>}
            <OfferPart objection={one} replying={isOpen ? reply : undefined} />
            {one.state === 'open' && mayWithdraw && (
              <Button size="xs" variant="default" style={{ justifySelf: 'start' }} onClick={() => withdrawObjection(withdraw, one.id)}>
                Einwand zurückziehen
              </Button>
            )}
            {one.state === 'open' && season.isManaged && <Answering season={season} objection={one} />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** The manager's answers to an objection: grant the requested time, offer another, or reply in words. */
function Answering({ season, objection }: { season: Season; objection: Objection }) {
  const [offers, setOffers] = useState(false);
  const { wishId, place } = objection;
  return (
    <>
      {place && <GiveButton objection={objection} />}
      {wishId !== null && season.phase === 'consultation' && (
        <Button size="xs" variant="default" style={{ justifySelf: 'start' }} onClick={() => setOffers(true)}>
          {objection.offer ? 'Anderes Gegenangebot …' : 'Gegenangebot …'}
        </Button>
      )}
      <AnswerForm objection={objection} />
      {offers && wishId !== null && <OfferDialog season={season} objection={objection} wishId={wishId} onClose={() => setOffers(false)} />}
    </>
  );
}

/** Enters an objection. */
function ObjectionForm({ season }: { season: Season }) {
  const { object } = useSeasonMutations();
  const { data } = useQuery(planQuery(season.id));
  const form = useShapeForm<{ wishId: string | null; text: string }>({ wishId: null, text: '' }, objectionInput);
  const save = (values: { wishId: string | null; text: string }) =>
    object.mutate(
      { ...values, id: season.id },
      {
        onSuccess: () => {
          form.reset();
          notify('Ihr Einwand ist eingegangen.');
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  // Group names are visible to their own organisation only.
  const own = [...(data?.refusals ?? []), ...(data?.grants ?? [])];
  const names = new Map(own.flatMap(({ wishId, groupName }) => (groupName ? [[wishId, groupName] as const] : [])));
  const wishes = [...names].map(([value, label]) => ({ value, label }));
  return (
    <PagePart title="Einwand erheben" lead={season.objectionsUntil ? `Möglich bis zum ${dayOf(season.objectionsUntil)}.` : undefined}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          {wishes.length > 0 && (
            <Select
              label="Zu welchem Wunsch"
              placeholder="Allgemein"
              clearable
              clearButtonProps={{ 'aria-label': 'Wunsch leeren' }}
              data={wishes}
              {...form.getInputProps('wishId')}
            />
          )}
          <Textarea label="Was stimmt nicht?" required autosize minRows={2} maxLength={2000} {...form.getInputProps('text')} />
          <FormProblem error={object.error} fields={['wishId', 'text']} />
          <Button type="submit" loading={object.isPending} style={{ alignSelf: 'flex-start' }}>
            Einwand absenden
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}

/** Grants the requested free time, with a text. */
function GiveButton({ objection: { id, place } }: { objection: Objection }) {
  const { answer } = useSeasonMutations();
  const give = () =>
    answer.mutate(
      { id, state: 'upheld', answer: `Sie haben jetzt: ${place?.words ?? ''}.` },
      { onSuccess: () => notify('Die Zeit ist gegeben, die Antwort ist gesendet.'), onError: notifyProblem },
    );
  return (
    <Button size="xs" style={{ justifySelf: 'start' }} loading={answer.isPending} onClick={give}>
      {`${place?.words ?? ''} geben`}
    </Button>
  );
}

function AnswerForm({ objection }: { objection: Objection }) {
  const { answer } = useSeasonMutations();
  const form = useShapeForm<Answer>({ state: 'rejected', answer: '' }, objectionAnswer);
  const save = (values: Answer) =>
    answer.mutate(
      { ...values, id: objection.id },
      { onSuccess: () => notify('Die Antwort ist gesendet.'), onError: (error) => applyProblem(form, error) },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="xs">
        <Select label="Entscheidung" data={decisions} allowDeselect={false} {...form.getInputProps('state')} />
        <Textarea label="Antwort" required autosize maxLength={2000} {...form.getInputProps('answer')} />
        <FormProblem error={answer.error} fields={['state', 'answer']} />
        <Button type="submit" variant="default" loading={answer.isPending} style={{ alignSelf: 'flex-start' }}>
          Antworten
        </Button>
      </Stack>
    </form>
  );
}
