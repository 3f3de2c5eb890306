import type { UseQueryResult } from '@tanstack/react-query';
import type { PayerLetters as Letters } from '#shared/money/letters/contract.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { notifyPosted } from './LetterPages.tsx';
import { PayerLetters } from './PayerLetters.tsx';

type Outcome = { onSuccess: (saved: { version: number }) => void; onError: (error: Error) => void };

type PostedLettersProps = {
  /** The id of the run or levy. */ id: string;
  query: UseQueryResult<Letters>;
  posting: { mutate: (input: { id: string; isPosted: boolean; version: number }, outcome: Outcome) => void; isPending: boolean };
  onBack: () => void;
};

/** Letters to payers, with the record that they are sent, which can be reverted. */
export function PostedLetters({ id, query, posting, onBack }: PostedLettersProps) {
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const post = (isPosted: boolean, version: number) =>
    posting.mutate(
      { id, isPosted, version },
      { onSuccess: (saved) => notifyPosted(isPosted, () => post(false, saved.version)), onError: notifyProblem },
    );
  return <PayerLetters data={data} onBack={onBack} isBusy={posting.isPending} onPost={(version) => post(true, version)} />;
}
