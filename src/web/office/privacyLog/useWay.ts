import { useNavigate } from '@tanstack/react-router';

/** Navigates to another part of the page with a history entry, so that Back returns. */
export function useWay(): (change: object) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }) });
}
