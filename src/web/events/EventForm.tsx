import { Button, Group, Stack, Text } from '@mantine/core';
import { daysBetween, germanDate } from '#shared/kernel/calendar.ts';
import { may } from '#shared/kernel/rights.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { eventStateNames, nextEventStates, type EventState, type EventView } from '#shared/events/events.ts';
import type { User } from '#shared/kernel/user.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { boot } from '#web/lib/boot.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { EventFields } from './EventFields.tsx';
import {
  checkOf,
  daysUnasked,
  eventFieldOf,
  eventShape,
  isAsked,
  toInput,
  valuesAgain,
  valuesOf,
  type EventValues,
} from './eventValues.ts';
import { useEventMutations } from './queries.ts';
import { RegistrationFields } from './RegistrationFields.tsx';

const verbs: { readonly [state in EventState]: string } = {
  draft: 'Zurück zum Entwurf',
  published: 'Veröffentlichen',
  held: 'Hat stattgefunden',
  cancelled: 'Absagen',
  archived: 'Archivieren',
};

const changed: { readonly [state in EventState]: string } = {
  draft: 'ist wieder ein Entwurf',
  published: 'ist veröffentlicht',
  held: 'hat stattgefunden',
  cancelled: 'ist abgesagt',
  archived: 'ist archiviert',
};

type EventFormProps = {
  event: EventView | undefined;
  /** The event that a new one repeats. */ repeated?: EventView | undefined;
  viewer: User;
  /** Called with the id of an event that was just created. */ onDone: (made?: string) => void;
  onRepeat?: (event: EventView) => void;
};

/** Creates or edits an event; its state is changed by separate actions. */
export function EventForm({ event, repeated, viewer, onDone, onRepeat }: EventFormProps) {
  const { create, update } = useEventMutations();
  const savedBy = useSavedBy('event', event);
  const { form, version, clash, discard, draft } = useRowForm<EventValues>(
    event ?? { version: 0 },
    !event && repeated ? valuesAgain(repeated) : valuesOf(event),
    eventShape,
    {
      fieldOf: eventFieldOf,
      check: checkOf(event),
      draft: `event.${event?.id ?? `neu.${repeated?.id ?? viewer.club.name}`}`,
    },
  );
  const running = event ? update : create;
  const close = (made?: string) => {
    draft.clear();
    form.resetDirty();
    onDone(made);
  };
  const done = (words: string, made?: string) => {
    close(made);
    notify(words);
  };
  const save = (values: EventValues) => {
    const onError = (error: unknown) => applyProblem(form, error);
    if (event)
      update.mutate(
        { ...toInput(values), facilityId: event.facilityId, id: event.id, version },
        { onError, onSuccess: () => done('Der Termin ist gespeichert.') },
      );
    else create.mutate(toInput(values), { onError, onSuccess: ({ id }) => done('Der Termin ist als Entwurf gespeichert.', id) });
  };
  const ask = (values: EventValues) => {
    const days = daysBetween(values.startDate, values.endDate) + 1;
    if (days <= daysUnasked || !(form.isDirty('startDate') || form.isDirty('endDate'))) return save(values);
    confirm({
      title: `Dauert das ${days} Tage?`,
      text: `Vom ${germanDate(values.startDate)} bis zum ${germanDate(values.endDate)} steht „${values.title}“ an jedem Tag im Kalender.`,
      action: 'Speichern',
      onConfirm: () => save(values),
    });
  };
  return (
    <form onSubmit={form.onSubmit(ask)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <Colleagues kind="event" record={event?.id} club={event?.club ?? viewer.club.name} isChanging={form.isDirty()} />
        {event && (
          <Group gap="sm">
            <Text size="sm">Stand: {eventStateNames[event.state]}</Text>
            {/* What is typed meanwhile stays, and with it the form. */}
            <StateButtons
              event={event}
              viewer={viewer}
              onDone={(words) => (form.isDirty() ? notify(words) : done(words))}
              onGone={() => close()}
            />
            {onRepeat && (
              <Button variant="default" onClick={() => onRepeat(event)}>
                Noch einmal …
              </Button>
            )}
          </Group>
        )}
        <EventFields form={form} club={event?.club ?? viewer.club.name} asksForPast={isAsked(form.values, event)} />
        {hasFeature(boot.clubs[event?.club ?? viewer.club.name], 'participations') && <RegistrationFields form={form} />}
        <FormProblem
          error={running.error}
          fields={[...Object.keys(form.values), ...Object.keys(eventFieldOf)]}
          clash={clash}
          savedBy={savedBy}
        />
        <SaveBar form={form} saving={running} isNew={!event} onDiscard={discard} />
      </Stack>
    </form>
  );
}

type StateButtonsProps = { event: EventView; viewer: User; onDone: (words: string) => void; onGone: () => void };

/** The next states of an event, and its deletion. */
function StateButtons({ event, viewer, onDone, onGone }: StateButtonsProps) {
  const { setState, remove } = useEventMutations();
  const onDeleted = useDeleted();
  const { id, version } = event;
  const mayDelete = may({ role: viewer.role.name }, 'events.delete', 'club') !== undefined;
  const drop = () =>
    remove.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => {
        onGone();
        onDeleted(id, 'Der Termin ist gelöscht.');
      },
    });
  const go = (state: EventState) =>
    setState.mutate({ id, state, version }, { onSuccess: () => onDone(`„${event.title}“ ${changed[state]}.`), onError: notifyProblem });
  const askToCancel = () =>
    confirm({
      title: 'Termin absagen?',
      text: `„${event.title}“ fällt aus und bleibt als abgesagt im Kalender.${event.registration === 'none' ? '' : ' Alle Anmeldungen enden, und die Angemeldeten erhalten eine Mail.'} Das lässt sich nicht zurücknehmen.`,
      action: 'Termin absagen',
      onConfirm: () => go('cancelled'),
    });
  const askToArchive = () =>
    confirm({
      title: 'Termin archivieren?',
      text: `„${event.title}“ steht danach nur noch unter den vergangenen Terminen und bleibt, wie er ist. Das lässt sich nicht zurücknehmen.`,
      action: 'Archivieren',
      onConfirm: () => go('archived'),
    });
  const askFor: { readonly [state in EventState]?: () => void } = { cancelled: askToCancel, archived: askToArchive };
  const askToDelete = () =>
    confirm({
      title: 'Termin löschen?',
      text: `„${event.title}“ verschwindet ganz, und niemand erfährt davon. Soll er nur ausfallen, sagen Sie ihn ab.`,
      action: 'Löschen',
      onConfirm: drop,
    });
  return (
    <>
      {nextEventStates[event.state].map((state) => (
        <Button key={state} variant="default" onClick={askFor[state] ?? (() => go(state))}>
          {askFor[state] ? `${verbs[state]} …` : verbs[state]}
        </Button>
      ))}
      {mayDelete && (
        <Button variant="outline" color="danger" loading={remove.isPending} onClick={askToDelete}>
          Löschen
        </Button>
      )}
    </>
  );
}
