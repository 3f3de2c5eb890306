import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { newId } from '#web/lib/newId.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from '../audit/audit.module.css';
import type { ClubValues } from './clubValues.ts';

const atMost = 8;

/** The footer links of the public pages: add, delete, reorder. */
export function FooterLinks({ form }: { form: UseFormReturnType<ClubValues> }) {
  const links = form.values.footerLinks;
  const move = (from: number, to: number) => form.reorderListItem('footerLinks', { from, to });
  return (
    <Stack gap="sm" align="flex-start">
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          Noch keine Links.
        </Text>
      )}
      <ol className={classes['links']}>
        {links.map(({ key, text }, index) => (
          <li key={key} className={classes['link']}>
            <TextInput label="Text" required maxLength={40} {...form.getInputProps(`footerLinks.${index}.text`)} />
            <TextInput label="Adresse" required placeholder="/rwa/impressum" {...form.getInputProps(`footerLinks.${index}.link`)} />
            <div className={classes['linkTools']}>
              <Tool icon="arrow-up" label={`${text || 'Link'} nach oben`} isOff={index === 0} onClick={() => move(index, index - 1)} />
              <Tool
                icon="arrow-down"
                label={`${text || 'Link'} nach unten`}
                isOff={index === links.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <Tool icon="trash" label={`${text || 'Link'} entfernen`} onClick={() => form.removeListItem('footerLinks', index)} />
            </div>
          </li>
        ))}
      </ol>
      {typeof form.errors['footerLinks'] === 'string' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors['footerLinks']}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        disabled={links.length >= atMost}
        onClick={() => form.insertListItem('footerLinks', { key: newId(), text: '', link: '' })}
      >
        Link hinzufügen
      </Button>
    </Stack>
  );
}

type ToolProps = { icon: string; label: string; isOff?: boolean; onClick: () => void };

function Tool({ icon, label, isOff = false, onClick }: ToolProps) {
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
}
