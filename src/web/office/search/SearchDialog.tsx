import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { shortestSearch, type Found, type FoundKind } from '#shared/office/search.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { keepFound, lastFound } from './lastFound.ts';
import { PinnedGroup } from './PinnedGroup.tsx';
import { actionsFound, pagesFound } from './pagesFound.ts';
import { searchQuery } from './queries.ts';

const pauseMs = 200;

const groups: readonly { kind: FoundKind; label: string; icon: string }[] = [
  { kind: 'person', label: 'Personen', icon: 'user' },
  { kind: 'course', label: 'Sportangebote', icon: 'run' },
  { kind: 'participants', label: 'Teilnehmende', icon: 'users-group' },
  { kind: 'event', label: 'Termine', icon: 'calendar' },
  { kind: 'news', label: 'Neuigkeiten', icon: 'news' },
  { kind: 'page', label: 'Seiten', icon: 'file-text' },
  { kind: 'facility', label: 'Sportstätten', icon: 'building-stadium' },
];

/** The search over pages, offers, events, news and persons; arrows select, Enter opens, Escape or a click outside closes. */
export const SearchDialog = inDesignSystem(Dialog);

type DialogProps = {
  typed: string;
  onType: (typed: string) => void;
  /** Called when the field has the focus. */ onReady: () => void;
  onClose: () => void;
};

function Dialog({ typed, onType, onReady, onClose }: DialogProps) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const [text] = useDebouncedValue(typed.trim(), pauseMs);
  // Spotlight reports its closing only when opened through its own store.
  useEffect(() => {
    spotlight.open();
    return spotlight.close;
  }, []);
  const { data, isFetching, error } = useQuery(searchQuery(text));

  const found = text.length >= shortestSearch ? (data ?? []) : [];
  const isEmpty = typed.trim() === '';
  const pages = isEmpty ? [] : pagesFound(typed, user);
  // Before anything is typed: what was opened last, the pinned views, and the first actions.
  const actions = actionsFound(typed, user);
  const opened = isEmpty ? lastFound() : [];
  // The group with the best match comes first.
  const first = found.find(({ kind }) => kind !== 'person')?.kind;
  const ordered = groups.toSorted((a, b) => Number(b.kind === first) - Number(a.kind === first));

  const open = (link: string) => {
    onClose();
    void navigate({ href: link });
  };
  const action = ({ kind, id, title, detail, link }: Found, icon: string, isRecord = false) => (
    <Spotlight.Action
      key={`${kind}-${id}`}
      label={title}
      description={detail}
      leftSection={<Icon name={icon} />}
      highlightQuery
      onClick={() => {
        if (isRecord) keepFound({ kind, id, title, detail, link });
        open(link);
      }}
    />
  );
  const isWaiting = text !== typed.trim() || isFetching;
  return (
    <Spotlight.Root
      shortcut={null}
      query={typed}
      onQueryChange={onType}
      onSpotlightClose={onClose}
      scrollable
      maxHeight="min(70dvh, 520px)"
      aria-label="Suche"
    >
      <Spotlight.Search
        placeholder="Angebote, Termine, Neuigkeiten, Seiten …"
        aria-label="Wonach suchen Sie?"
        maxLength={100}
        onFocus={onReady}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {opened.length > 0 && (
          <Spotlight.ActionsGroup label="Zuletzt geöffnet">
            {opened.map((one) => action(one, groups.find(({ kind }) => kind === one.kind)?.icon ?? 'point', true))}
          </Spotlight.ActionsGroup>
        )}
        {isEmpty && <PinnedGroup onOpen={open} />}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label="Bereiche">
            {pages.map(({ path, title, label, icon = 'point' }) =>
              action(
                { kind: 'page', id: path, title: label ?? title, detail: title === label ? '' : title, link: path.replace(/\/\$$/, '') },
                icon,
              ),
            )}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Aktionen">
            {actions.map(({ title, link, icon }) => action({ kind: 'page', id: link, title, detail: '', link }, icon))}
          </Spotlight.ActionsGroup>
        )}
        {ordered.map(({ kind, label, icon }) => {
          const ofKind = found.filter((one) => one.kind === kind);
          return (
            ofKind.length > 0 && (
              <Spotlight.ActionsGroup key={kind} label={label}>
                {ofKind.map((one) => action(one, icon, true))}
              </Spotlight.ActionsGroup>
            )
          );
        })}
        {pages.length + actions.length + found.length + opened.length === 0 && (
          <Spotlight.Empty>{emptyMessage(typed.trim(), isWaiting, error !== null)}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function emptyMessage(text: string, isWaiting: boolean, isBroken: boolean): string {
  if (text.length < shortestSearch) return 'Geben Sie mindestens zwei Buchstaben ein.';
  if (isWaiting) return 'Wird gesucht …';
  return isBroken ? 'Die Suche ist gerade nicht erreichbar.' : `Nichts gefunden zu „${text}“.`;
}
