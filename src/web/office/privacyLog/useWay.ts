import { useNavigate } from '@tanstack/react-router';

/** Leads to another part of the page, in such a way that the browser leads back. */
export function useWay(): (change: object) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }) });
}
