import { Button, CopyButton, Group, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import { helperListStateNames, nextHelperListStates, type HelperListState } from '#shared/helpers/helperListWords.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { today } from '#web/lib/berlinDay.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useListMutations } from './queries.ts';

const verbs: { readonly [state in HelperListState]: string } = {
  draft: 'Zurück zum Entwurf',
  open: 'Öffnen',
  closed: 'Schließen',
  done: 'Abrechnen …',
  cancelled: 'Absagen …',
};

const questions: { readonly [state in HelperListState]?: { title: string; text: string; action: string } } = {
  done: {
    title: 'Helferliste abrechnen?',
    text: 'Danach kommt kein Dienst mehr dazu. Das lässt sich nicht rückgängig machen.',
    action: 'Abrechnen',
  },
  cancelled: {
    title: 'Helferliste absagen?',
    text: 'Alle Eingetragenen bekommen eine Mail. Das lässt sich nicht rückgängig machen.',
    action: 'Absagen',
  },
};

/** The state that a list waits for: with shifts it can be opened, after its last day closed and settled. */
function nextStep({ state, shifts, endsOn }: HelperListView): HelperListState | undefined {
  if (shifts.length === 0) return undefined;
  if (state === 'draft') return 'open';
  if (endsOn >= today()) return undefined;
  return state === 'open' ? 'closed' : state === 'closed' ? 'done' : undefined;
}

type ToolsProps = { list: HelperListView; isEditable: boolean; onEdit: (what: string) => void; onBack: () => void };

/** What can be done with a helper list: the next step is filled, what is rare stands in "Mehr". */
export function ListTools({ list, isEditable, onEdit, onBack }: ToolsProps) {
  const { setState } = useListMutations();
  const go = (state: HelperListState) => {
    const action = () =>
      setState.mutate(
        { id: list.id, state, version: list.version },
        { onError: notifyProblem, onSuccess: () => notify(`Stand: ${helperListStateNames[state]}.`) },
      );
    const question = questions[state];
    if (question) confirm({ ...question, onConfirm: action });
    else action();
  };
  const next = nextStep(list);
  return (
    <Group className="no-print" gap="xs" mb="md">
      {next && (
        <Button loading={setState.isPending} onClick={() => go(next)}>
          {verbs[next]}
        </Button>
      )}
      {isEditable && (
        <Button variant={next ? 'default' : 'filled'} leftSection={<Icon name="plus" size={18} />} onClick={() => onEdit('new')}>
          Dienst anlegen
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
      <MoreTools list={list} onEdit={isEditable ? () => onEdit('list') : undefined} onState={go} onBack={onBack} />
    </Group>
  );
}

type MoreProps = {
  list: HelperListView;
  onEdit: (() => void) | undefined;
  onState: (state: HelperListState) => void;
  onBack: () => void;
};

function MoreTools({ list, onEdit, onState, onBack }: MoreProps) {
  const { remove, file } = useListMutations();
  const onDeleted = useDeleted();
  const drop = () =>
    remove.mutate(list.id, {
      onError: notifyProblem,
      onSuccess: () => {
        onDeleted(list.id, `„${list.title}“ ist gelöscht.`);
        onBack();
      },
    });
  const next = nextHelperListStates[list.state];
  const danger = { c: 'danger' };
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="chevron-down" size={18} />} loading={file.isPending || remove.isPending}>
          Mehr
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && <Menu.Item onClick={onEdit}>Bearbeiten</Menu.Item>}
        {next
          // What comes next has its own button.
          .filter((state) => state !== 'cancelled' && list.state !== 'draft' && state !== nextStep(list))
          .map((state) => (
            <Menu.Item key={state} onClick={() => onState(state)}>
              {verbs[state]}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
          Drucken
        </Menu.Item>
        <Menu.Item onClick={() => file.mutate(list.id, { onSuccess: saveFile, onError: notifyProblem })}>Als CSV speichern</Menu.Item>
        {(next.includes('cancelled') || list.state === 'draft') && <Menu.Divider />}
        {next.includes('cancelled') && (
          <Menu.Item {...danger} leftSection={<Icon name="ban" size={18} />} onClick={() => onState('cancelled')}>
            {verbs.cancelled}
          </Menu.Item>
        )}
        {list.state === 'draft' && (
          <Menu.Item {...danger} leftSection={<Icon name="trash" size={18} />} onClick={drop}>
            Löschen
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
