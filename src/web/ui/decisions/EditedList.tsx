import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';

type EditedListProps<One> = {
  entries: readonly One[];
  /** Shown while the list is empty. */ none: ReactNode;
  /** The label of the button below the entries. */ addLabel: string;
  className: string | undefined;
  /** Renders an entry for reading. */ renderEntry: (one: One, onEdit: () => void) => ReactNode;
  /** Renders the form of an entry, or of a new one. */ renderForm: (of: One | undefined, onDone: () => void) => ReactNode;
};

/** A short list edited in place: each entry turns into its form, a new one is added below; one form at a time. */
export function EditedList<One extends { id: string; version: number }>(props: EditedListProps<One>) {
  const { entries, none, addLabel, className, renderEntry, renderForm } = props;
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  return (
    <>
      {entries.length === 0 && !edited && none}
      <ul className={className}>
        {entries.map((one) => (
          // The key contains the version, so that the form is reset when somebody else has changed the entry.
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

type EntryButtonsProps = { title: string; onEdit: () => void; onRemove: () => void; /** Further actions. */ children?: ReactNode };

/** The buttons of an entry: edit, delete and further ones. */
export function EntryButtons({ title, onEdit, onRemove, children }: EntryButtonsProps) {
  return (
    <Group gap="xs" mt={4} className="no-print">
      {children}
      <Button variant="default" px="xs" onClick={onEdit} aria-label={`Ändern: ${title}`}>
        Ändern
      </Button>
      <Button variant="subtle" px="xs" onClick={onRemove} aria-label={`Löschen: ${title}`}>
        Löschen
      </Button>
    </Group>
  );
}
