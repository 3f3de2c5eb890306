import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { filesAtMost, type MailFile } from '#shared/content/mails.ts';
import { largestBytes, mailFilePath } from '#shared/kernel/storage.ts';
import { formatBytes } from '#web/lib/format.ts';
import { newId } from '#web/lib/newId.ts';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';

type FilesFieldProps = { club: ClubName; value: readonly MailFile[]; onChange: (files: readonly MailFile[]) => void; error: ReactNode };

/** The attachments of a mail; each is uploaded at once, and the form keeps its path. */
export function FilesField({ club, value, onChange, error }: FilesFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  const bytes = value.reduce((sum, one) => sum + one.bytes, 0);
  const left = largestBytes.mails - bytes;
  return (
    <Input.Wrapper label="Anhang" labelElement="div" error={error}>
      <Stack gap="xs">
        {value.map(({ path, name, bytes: size }) => (
          <Group key={path} gap="xs" wrap="nowrap">
            <Icon name="paperclip" size={18} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name} ({formatBytes(size)})
            </Text>
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={`${name} herausnehmen`}
              onClick={() => onChange(value.filter((one) => one.path !== path))}
            >
              <Icon name="x" size={18} />
            </ActionIcon>
          </Group>
        ))}
        {isAdding && (
          <UploadBox
            what="Datei"
            kind="files"
            largestBytes={left}
            pathOf={({ name }) => mailFilePath(club, newId(), name)}
            onStored={({ fullPath, size }, { name }) => {
              setIsAdding(false);
              onChange([...value, { path: fullPath, name, bytes: size }]);
            }}
          />
        )}
        {!isAdding && value.length < filesAtMost && left > 0 && (
          <Group>
            <Button variant="default" leftSection={<Icon name="paperclip" size={18} />} onClick={() => setIsAdding(true)}>
              Datei anhängen
            </Button>
          </Group>
        )}
        {isAdding && (
          <Group>
            <Button variant="subtle" onClick={() => setIsAdding(false)}>
              Doch nicht
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
