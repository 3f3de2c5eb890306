import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keptQuery } from '#shared/accounts/views.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { EditViewsDialog, SaveViewDialog } from './ViewDialogs.tsx';
import { viewsQuery, type ViewPage } from './viewQueries.ts';

/** A button that opens one's own views of a page: choosing one, keeping the filters that are set now, renaming and deleting. */
export function SavedViews({ page }: { page: ViewPage }) {
  const { data: views = [], error } = useQuery(viewsQuery(page));
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const search: object = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = keptQuery(new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString());
  const current = views.find((view) => view.query === query);
  const choose = (wanted: string) =>
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(wanted)), resetScroll: false });
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="bookmark" size={18} />} className="no-print">
            {current?.name ?? 'Ansichten'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
          {views.length > 0 && <Menu.Label>Eigene Ansichten</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => choose(view.query)}
              rightSection={view === current ? <Icon name="check" size={18} /> : undefined}
            >
              {view.name}
            </Menu.Item>
          ))}
          {error && <Menu.Label>Die Ansichten lassen sich gerade nicht laden.</Menu.Label>}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={query === ''} onClick={() => setDialog('save')}>
            {query === '' ? 'Zum Speichern zuerst etwas auswählen' : 'Ansicht speichern'}
          </Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setDialog('edit')}>Umbenennen und löschen</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <SaveViewDialog page={page} query={query} isOpen={dialog === 'save'} onClose={() => setDialog(undefined)} />
      <EditViewsDialog page={page} views={views} isOpen={dialog === 'edit'} onClose={() => setDialog(undefined)} />
    </>
  );
}
