import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Questions } from './Questions.tsx';
import { questionsQuery, useAnswerQuestion } from './queries.ts';

/** Questions of the halls' managers to the viewer's club, for its board; only of one season, if given. */
export function OwnQuestions({ viewer, seasonId }: { viewer: User; seasonId?: string }) {
  const isTheirs = may({ role: viewer.role.name }, 'hallQuestions.answer', 'club') !== undefined;
  const query = useQuery({ ...questionsQuery(seasonId), enabled: isTheirs });
  const answering = useAnswerQuestion();
  if (query.isLoadingError) return <Loading query={query} />;
  // Usually there is no question: nothing is rendered until that is known.
  return query.data ? <Questions questions={query.data} mayAnswer answering={answering} /> : null;
}
