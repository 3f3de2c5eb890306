import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Questions } from './Questions.tsx';
import { questionsQuery, useAnswerQuestion } from './queries.ts';

/** What the managers of halls ask the own club, for its board; of one season, if it is named. */
export function OwnQuestions({ viewer, seasonId }: { viewer: User; seasonId?: string }) {
  const isTheirs = may({ role: viewer.role.name }, 'hallQuestions.answer', 'club') !== undefined;
  const { data, error, refetch } = useQuery({ ...questionsQuery(seasonId), enabled: isTheirs });
  const answering = useAnswerQuestion();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return data ? <Questions questions={data} mayAnswer answering={answering} /> : null;
}
