import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keptQuery, type SavedView } from '#shared/accounts/views.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useChosenColumns } from '#web/ui/columns/useChosenColumns.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { lazyDialog } from '#web/ui/late/lazyPart.tsx';
import { useViews, viewsQuery, type ViewPage } from './viewQueries.ts';

const SaveViewDialog = lazyDialog(
  async () => (await import('./ViewDialogs.tsx')).SaveViewDialog,
  ({ isOpen }) => isOpen,
);
const EditViewsDialog = lazyDialog(
  async () => (await import('./ViewDialogs.tsx')).EditViewsDialog,
  ({ isOpen }) => isOpen,
);

/** The menu of a list's saved views, own and shared: select one, save the current filters and columns, rename and delete. */
export function SavedViews({ page }: { page: ViewPage }) {
  const { user } = useAuth();
  const { data: views = [], error } = useQuery(viewsQuery(page));
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const [columns, setColumns] = useChosenColumns(page);
  const search: object = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = keptQuery(new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString());
  const current = views.find((view) => view.query === query && (view.columns === null || isSame(view.columns, columns)));
  const mayShare = user !== null && Boolean(may({ role: user.role.name }, 'views.share', 'club'));
  const changeable = views.filter((view) => !view.isShared || mayShare);
  const choose = (wanted: SavedView) => {
    if (wanted.columns) setColumns(wanted.columns);
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(wanted.query)), resetScroll: false });
  };
  const close = () => setDialog(undefined);
  const isNothing = query === '' && columns === undefined;
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="bookmark" size={18} />} className="no-print">
            {current?.name ?? 'Ansichten'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
          <Views label="Eigene Ansichten" views={views.filter(({ isShared }) => !isShared)} current={current} onChoose={choose} />
          <Views label="Ansichten des Vereins" views={views.filter(({ isShared }) => isShared)} current={current} onChoose={choose} />
          {error && <Menu.Label>Die Ansichten lassen sich gerade nicht laden.</Menu.Label>}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={isNothing} onClick={() => setDialog('save')}>
            {isNothing ? 'Zum Speichern zuerst etwas auswählen' : 'Ansicht speichern'}
          </Menu.Item>
          {current && <PinItem view={current} />}
          {changeable.length > 0 && <Menu.Item onClick={() => setDialog('edit')}>Umbenennen und löschen</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <SaveViewDialog {...{ page, query, columns, mayShare }} isOpen={dialog === 'save'} onClose={close} />
      <EditViewsDialog views={changeable} isOpen={dialog === 'edit'} onClose={close} />
    </>
  );
}

/** Pins the current view to the menu, or unpins it. */
function PinItem({ view: { id, name, isPinned } }: { view: SavedView }) {
  const { pin } = useViews();
  const said = isPinned ? `Nicht mehr im Menü: ${name}` : `Im Menü gemerkt: ${name}`;
  const turn = () => pin.mutate({ id, isPinned: !isPinned }, { onSuccess: () => notify(said), onError: notifyProblem });
  return <Menu.Item onClick={turn}>{isPinned ? `„${name}“ aus dem Menü nehmen` : `„${name}“ im Menü merken`}</Menu.Item>;
}

type ViewsProps = {
  label: string;
  views: readonly SavedView[];
  current: SavedView | undefined;
  onChoose: (view: SavedView) => void;
};

function Views({ label, views, current, onChoose }: ViewsProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          onClick={() => onChoose(view)}
          rightSection={view === current ? <Icon name="check" size={18} /> : undefined}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
}

function isSame(one: readonly string[], other: readonly string[] | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((name) => other.includes(name));
}
