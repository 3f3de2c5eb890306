import { Alert } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Icon } from '../plain/Icon.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import type { useDraft } from './useDraft.ts';

type FoundDraftProps<V extends { [field: string]: unknown }> = {
  draft: ReturnType<typeof useDraft<V>>;
  form: UseFormReturnType<V>;
  /** Called once the draft is in the form, e.g. for an editor that reads its text only on mount. */ onTaken?: () => void;
};

/** Offers the draft of an earlier visit, and says whether another tab has the form open, too; mostly renders nothing. */
export function FoundDraft<V extends { [field: string]: unknown }>({ draft, form, onTaken }: FoundDraftProps<V>) {
  const { found, dismiss, isInOtherTab } = draft;
  const take = () => {
    if (found) form.setValues(found.values);
    dismiss();
    onTaken?.();
  };
  return (
    <>
      {isInOtherTab && (
        <Alert component="output" variant="light" color="waiting" icon={<Icon name="file-pencil" />}>
          Dieses Formular ist auch in einem anderen Tab offen. Bitte schreiben Sie nur in einem.
        </Alert>
      )}
      {found && <DraftNotice at={found.at} name={nameOf(found.values)} onTake={take} onDismiss={dismiss} />}
    </>
  );
}

/** What a form calls its record: its title, its name, or a person's. */
function nameOf(values: { [field: string]: unknown }): string {
  const texts = (...fields: string[]) => fields.flatMap((field) => (typeof values[field] === 'string' ? [values[field].trim()] : []));
  return texts('title', 'name', 'subject', 'label').find(Boolean) ?? texts('firstname', 'lastname').filter(Boolean).join(' ');
}
