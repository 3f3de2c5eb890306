import { ActionIcon, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailPreview } from '#shared/content/mails.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './mails.module.css';

/** The mail as sample recipients see it; without any, the text with its placeholders. */
export function Sample({ preview: { sample, text } }: { preview: MailPreview }) {
  const [at, setAt] = useState(0);
  // A new preview may have fewer samples.
  const index = Math.min(at, sample.length - 1);
  const shown = sample[index];
  if (!shown) return <pre className={classes['email']}>{text}</pre>;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="default" size={36} aria-label="Vorige Person" disabled={index === 0} onClick={() => setAt(index - 1)}>
          <Icon name="chevron-left" size={18} />
        </ActionIcon>
        <Text size="sm" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
          {`So liest es ${shown.name ? `${shown.name} (${shown.email})` : shown.email}${shown.about && ` für ${shown.about}`} · ${index + 1} von ${sample.length}`}
        </Text>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Nächste Person"
          disabled={index === sample.length - 1}
          onClick={() => setAt(index + 1)}
        >
          <Icon name="chevron-right" size={18} />
        </ActionIcon>
      </Group>
      <pre className={classes['email']}>
        <strong>{shown.subject}</strong>
        {`\n\n${shown.text}`}
      </pre>
    </>
  );
}
