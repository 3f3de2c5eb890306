import { Button, Group, Modal, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './Revisions.module.css';

type Kept = { version: number; title: string; at: string; by: string };
type RevisionsProps = {
  rows: readonly Kept[];
  /** The published version. */ current: number;
  /** Renders the text of a stored version. */ renderText: (version: number) => ReactNode;
  onRestore: (version: number) => void;
  isBusy: boolean;
};

/** The stored versions of a text, newest first; each can be read and restored. */
export function Revisions({ rows, current, renderText, onRestore, isBusy }: RevisionsProps) {
  const [open, setOpen] = useState<Kept>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.version} className={classes['row']}>
            <div className={classes['words']}>
              <Text fw={600}>
                Fassung {row.version}
                {row.version === current && ' (aktuell)'}
              </Text>
              <Text size="sm" c="dimmed">
                {formatDateTime(row.at)}, {row.by}
              </Text>
            </div>
            <Button
              variant="default"
              leftSection={<Icon name="eye" size={18} />}
              onClick={() => setOpen(row)}
              aria-label={`Fassung ${row.version} ansehen`}
            >
              Ansehen
            </Button>
          </li>
        ))}
      </ul>
      <Modal opened={open !== undefined} onClose={close} title={`Fassung ${open?.version ?? ''}`} size="lg">
        {open && (
          <>
            <Title order={3} size="h4" mb="sm">
              {open.title}
            </Title>
            {renderText(open.version)}
            {open.version !== current && (
              <Group justify="flex-end" mt="md">
                <Button
                  loading={isBusy}
                  onClick={() => {
                    onRestore(open.version);
                    close();
                  }}
                >
                  Diese Fassung wiederherstellen
                </Button>
              </Group>
            )}
          </>
        )}
      </Modal>
    </>
  );
}
