import { useMutation as useQueryMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';

type Outcome<Data> = { onSuccess?: (data: Data) => void; onError?: (error: Error) => void };

type Action<Data, Input> = Omit<UseMutationResult<Data, Error, Input>, 'mutate' | 'mutateAsync'> & {
  mutate: (input: Input, outcome?: Outcome<Data>) => void;
};

/**
 * A writing call whose outcome is always told.
 *
 * TanStack Query forgets the callbacks given to `mutate` when their component goes. Here the live notice of an action often takes the row
 * away that asked for it before the answer arrives, and its user would get no result.
 */
export function useMutation<Data, Input = void>(options: UseMutationOptions<Data, Error, Input>): Action<Data, Input> {
  const { mutateAsync, ...state } = useQueryMutation(options);
  return {
    ...state,
    mutate: (input, { onSuccess, onError } = {}) => void mutateAsync(input).then(onSuccess, onError ?? (() => undefined)),
  };
}
