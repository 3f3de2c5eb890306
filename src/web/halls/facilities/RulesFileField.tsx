import { Button, Group } from '@mantine/core';
import { largestBytes, publicPath } from '#shared/kernel/storage.ts';
import { newId } from '#web/lib/newId.ts';
import { publicFileUrl } from '#web/lib/storage/publicFile.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import type { FacilityFormType } from './facilityValues.ts';

/** The rules of use as a document; uploaded at once, attached to the facility when its form is saved. */
export function RulesFileField({ form }: { form: FacilityFormType }) {
  const { managerClub, rulesFile } = form.values;
  return (
    <FieldGroup legend="Nutzungsordnung (PDF oder Bild)">
      {rulesFile === '' ? (
        <UploadBox
          what="Nutzungsordnung"
          kind="files"
          largestBytes={largestBytes.public}
          pathOf={() => publicPath(managerClub, 'facilities', newId())}
          onStored={({ fullPath }) => form.setFieldValue('rulesFile', fullPath)}
        />
      ) : (
        <Group>
          <Button
            component="a"
            href={publicFileUrl(rulesFile)}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<Icon name="file-text" size={18} />}
          >
            Ansehen
          </Button>
          <Button variant="default" leftSection={<Icon name="trash" size={18} />} onClick={() => form.setFieldValue('rulesFile', '')}>
            Entfernen
          </Button>
        </Group>
      )}
    </FieldGroup>
  );
}
