import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';

type EditedListProps<One> = {
  entries: readonly One[];
  /** What stands there while nothing was entered. */ none: ReactNode;
  /** What the button below the entries says. */ addLabel: string;
  className: string | undefined;
  /** One entry as it is read. */ renderEntry: (one: One, onEdit: () => void) => ReactNode;
  /** The form of an entry, or of a new one. */ renderForm: (of: One | undefined, onDone: () => void) => ReactNode;
};

/** A few entries of one kind: each is changed where it stands, and a new one is written below them; one form at a time. */
export function EditedList<One extends { id: string; version: number }>(props: EditedListProps<One>) {
  const { entries, none, addLabel, className, renderEntry, renderForm } = props;
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  return (
    <>
      {entries.length === 0 && !edited && none}
      <ul className={className}>
        {entries.map((one) => (
          // The form starts over where somebody else has changed the entry.
          <li key={edited === one.id ? `${one.id} ${one.version}` : one.id}>
            {edited === one.id ? renderForm(one, close) : renderEntry(one, () => setEdited(one.id))}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        renderForm(undefined, close)
      ) : (
        <Button className="no-print" variant="default" mt="xs" onClick={() => setEdited('new')}>
          {addLabel}
        </Button>
      )}
    </>
  );
}

type EntryButtonsProps = { title: string; onEdit: () => void; onRemove: () => void; /** What else can be done. */ children?: ReactNode };

/** What can be done with an entry: change it, delete it. */
export function EntryButtons({ title, onEdit, onRemove, children }: EntryButtonsProps) {
  return (
    <Group gap="xs" mt={4} className="no-print">
      {children}
      <Button variant="default" size="compact-md" mih={44} onClick={onEdit} aria-label={`Ändern: ${title}`}>
        Ändern
      </Button>
      <Button variant="subtle" size="compact-md" mih={44} onClick={onRemove} aria-label={`Löschen: ${title}`}>
        Löschen
      </Button>
    </Group>
  );
}
