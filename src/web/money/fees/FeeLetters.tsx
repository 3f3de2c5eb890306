import { useQuery } from '@tanstack/react-query';
import { PostedLetters } from '../letters/PostedLetters.tsx';
import { feeLettersQuery, useFeeMutations } from './queries.ts';

/** The notices of a fee run that are sent as letters. */
export function FeeLetters({ runId, onBack }: { runId: string; onBack: () => void }) {
  const { postLetters } = useFeeMutations();
  return <PostedLetters id={runId} query={useQuery(feeLettersQuery(runId))} posting={postLetters} onBack={onBack} />;
}
