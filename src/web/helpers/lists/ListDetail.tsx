import { Button, CopyButton, Drawer, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import {
  nextHelperListStates,
  helperListStateNames,
  visibilityNames,
  helperListSets,
  type HelperListState,
} from '#shared/helpers/helperListWords.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { BringPart } from '../items/BringPart.tsx';
import { ListForm } from './ListForm.tsx';
import classes from './helperLists.module.css';
import { listQuery, useListMutations } from './queries.ts';
import { ShiftForm } from './ShiftForm.tsx';
import { ShiftPart } from './ShiftPart.tsx';
import { orders, type Order } from './words.ts';

const verbs: { readonly [state in HelperListState]: string } = {
  draft: 'Zurück zum Entwurf',
  open: 'Öffnen',
  closed: 'Schließen',
  done: 'Abrechnen',
  cancelled: 'Absagen',
};

/** One helper list: its shifts with their helpers, optionally sorted by gaps; printed as a wall list. */
export function ListDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(listQuery(id));
  const { data: list } = query;
  const [order, setOrder] = useState<Order>('time');
  const [edited, setEdited] = useState<'list' | 'new' | string>();
  if (!list) return <Loading query={query} />;
  const shift = list.shifts.find((one) => one.id === edited);
  const close = () => setEdited(undefined);
  const isEditable = !helperListSets.over.includes(list.state);
  const groups = [...Map.groupBy(list.shifts.toSorted(orders[order].compare), orders[order].groupOf)];
  return (
    <>
      <PageTitle title={list.title}>
        <Button className="no-print" variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onBack}>
          Alle Listen
        </Button>
      </PageTitle>
      <Text mb="sm">
        {helperListStateNames[list.state]} · {germanDate(list.startsOn)}
        {list.endsOn !== list.startsOn && ` bis ${germanDate(list.endsOn)}`}
        {list.eventTitle && ` · ${list.eventTitle}`} · {visibilityNames[list.visibility]}
      </Text>
      <ListTools list={list} isEditable={isEditable} onEdit={setEdited} onBack={onBack} />
      <SegmentedControl
        className="no-print"
        aria-label="Reihenfolge"
        mb="md"
        data={keysOf(orders).map((value) => ({ value, label: orders[value].label }))}
        value={order}
        onChange={setOrder}
      />
      {groups.map(([name, shifts]) => (
        <section key={name} aria-label={name}>
          <h2 className={classes['group']}>{name}</h2>
          {shifts.map((one: ShiftView) => (
            <ShiftPart key={one.id} shift={one} list={list} onEdit={isEditable ? () => setEdited(one.id) : undefined} />
          ))}
        </section>
      ))}
      <BringPart list={list} isEditable={isEditable} />
      {list.shifts.length === 0 && (
        <EmptyState icon="calendar-plus" title="Noch kein Dienst.">
          <p>Erst mit einem Dienst lässt sich die Liste öffnen.</p>
        </EmptyState>
      )}
      <Drawer
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'list' ? 'Helferliste ändern' : shift ? 'Dienst ändern' : 'Dienst anlegen'}
      >
        {edited === 'list' ? (
          <ListForm list={list} club={list.club} onDone={close} />
        ) : (
          <ShiftForm key={shift?.id ?? 'new'} list={list} shift={shift} onDone={close} />
        )}
      </Drawer>
    </>
  );
}

type ToolsProps = { list: HelperListView; isEditable: boolean; onEdit: (what: string) => void; onBack: () => void };

function ListTools({ list, isEditable, onEdit, onBack }: ToolsProps) {
  const { setState, remove, file } = useListMutations();
  const onDeleted = useDeleted();
  const drop = () =>
    remove.mutate(list.id, {
      onError: notifyProblem,
      onSuccess: () => {
        onDeleted(list.id, `„${list.title}“ ist gelöscht.`);
        onBack();
      },
    });
  const go = (state: HelperListState) => {
    const action = () =>
      setState.mutate(
        { id: list.id, state, version: list.version },
        { onError: notifyProblem, onSuccess: () => notify(`Stand: ${helperListStateNames[state]}.`) },
      );
    if (state !== 'cancelled') return action();
    const text = 'Alle Eingetragenen bekommen eine Mail. Das lässt sich nicht rückgängig machen.';
    confirm({ title: 'Helferliste absagen?', text, action: 'Absagen', onConfirm: action });
  };
  return (
    <Group className="no-print" gap="xs" mb="md">
      {isEditable && (
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => onEdit('new')}>
          Dienst anlegen
        </Button>
      )}
      {nextHelperListStates[list.state].map((state) => (
        <Button key={state} variant="default" onClick={() => go(state)}>
          {verbs[state]}
        </Button>
      ))}
      {isEditable && (
        <Button variant="default" onClick={() => onEdit('list')}>
          Bearbeiten
        </Button>
      )}
      {list.shifts.some(({ helpers }) => helpers.length > 0) && (
        <Button
          variant="default"
          leftSection={<Icon name="mail" size={18} />}
          renderRoot={(props) => <Link {...props} to={pages.adminMail.path} search={{ list: list.id }} />}
        >
          Rundmail an die Helfenden
        </Button>
      )}
      <CopyButton value={`${location.origin}/helpers/${list.token}`}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<Icon name="link" size={18} />} onClick={copy}>
            {copied ? 'Link kopiert' : 'Link kopieren'}
          </Button>
        )}
      </CopyButton>
      <Button variant="default" component="a" href={`/helpers/${list.token}`} target="_blank">
        Ansehen
      </Button>
      <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
        Drucken
      </Button>
      <Button
        variant="default"
        loading={file.isPending}
        onClick={() => file.mutate(list.id, { onSuccess: saveFile, onError: notifyProblem })}
      >
        CSV
      </Button>
      {list.state === 'draft' && (
        <Button variant="outline" color="red" loading={remove.isPending} onClick={drop}>
          Löschen
        </Button>
      )}
    </Group>
  );
}
