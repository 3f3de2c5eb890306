import type { UseFormReturnType } from '@mantine/form';
import { DraftNotice } from './DraftNotice.tsx';
import type { useDraft } from './useDraft.ts';

type FoundDraftProps<V extends { [field: string]: unknown }> = {
  draft: ReturnType<typeof useDraft<V>>;
  form: UseFormReturnType<V>;
  /** Called once the draft is in the form, e.g. for an editor that reads its text only on mount. */ onTaken?: () => void;
};

/** Offers the draft of an earlier visit; renders nothing if there is none. */
export function FoundDraft<V extends { [field: string]: unknown }>({ draft, form, onTaken }: FoundDraftProps<V>) {
  const { found, dismiss } = draft;
  if (!found) return null;
  const take = () => {
    form.setValues(found.values);
    dismiss();
    onTaken?.();
  };
  return <DraftNotice at={found.at} onTake={take} onDismiss={dismiss} />;
}
