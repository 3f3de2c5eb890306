import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { placeholders } from '#shared/content/placeholders.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { usePictureChoice } from '#web/ui/files/usePictureChoice.tsx';
import { RichTextField } from '#web/ui/text/RichTextField.tsx';
import { FilesField } from './FilesField.tsx';
import type { MailValues } from './mailValues.ts';
import { KeepTemplate, Templates } from './Templates.tsx';
import { templatesQuery } from './templateQueries.ts';

type EmailFieldsProps = {
  club: ClubName;
  form: UseFormReturnType<MailValues>;
  isLimited: boolean;
  /** Changes with each text from elsewhere, since the editor reads its text only on mount. */ textKey: string;
  /** Called once a template is in the form. */ onTemplate: () => void;
};

/** The text and attachments of the mail. Leaders of a course have no templates, pictures and files. */
export function EmailFields({ club, form, isLimited, textKey, onTemplate }: EmailFieldsProps) {
  const picture = usePictureChoice(club, 'news');
  const { data: templates } = useQuery({ ...templatesQuery(club), enabled: !isLimited });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { values, errors } = form;
  const rows = templates?.rows ?? [];
  const chosen = rows.find(({ id }) => id === chosenId);
  return (
    <>
      {!isLimited && (
        <Templates
          rows={rows}
          chosen={chosen}
          email={values}
          onChoose={setChosenId}
          onTake={({ subject, body }) => {
            form.setValues({ subject, body });
            onTemplate();
          }}
        />
      )}
      <TextInput label="Betreff" required maxLength={150} {...form.getInputProps('subject')} />
      <RichTextField
        key={textKey}
        label="Text"
        description="„{Vorname}“ ist, wer die Mail liest, bei Kindern ein Elternteil; „{Kind}“ ist, um wen es geht. Platzhalter gehen auch im Betreff."
        value={values.body}
        onChange={(body) => form.setFieldValue('body', body)}
        error={errors['body']}
        choosePicture={isLimited ? undefined : picture.choose}
        placeholders={keysOf(placeholders)}
      />
      {!isLimited && (
        <>
          <FilesField club={club} value={values.files} onChange={(files) => form.setFieldValue('files', files)} error={errors['files']} />
          <div>
            <KeepTemplate email={values} chosen={chosen} onKept={setChosenId} />
          </div>
        </>
      )}
      {picture.dialog}
    </>
  );
}
