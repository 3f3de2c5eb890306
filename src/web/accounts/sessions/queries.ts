import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { authState, setUser } from '#web/lib/session/session.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The user's own document, and whether they have a password. */
export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => api.profile.read() });

/** The devices on which the user is signed in. */
export const devicesQuery = queryOptions({ queryKey: ['devices'], queryFn: () => api.session.list() });

/** Changes the user's name, here and wherever this browser shows it. */
export function useRename() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (names: { firstname: string; lastname: string }) => api.profile.update(names),
    onSuccess: (user) => {
      setUser(user);
      return queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
  });
}

/** Sends the mail that confirms a new address. */
export function useChangeEmail() {
  return useMutation({ mutationFn: (email: string) => api.profile.changeEmail({ email }) });
}

/** Changes the user's password; all other devices are signed out. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (passwords: { currentPassword: string; password: string }) => api.session.changePassword(passwords),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Sends a user without a password the link to set one. */
export function useRequestPassword() {
  return useMutation({ mutationFn: (email: string) => api.session.requestPasswordReset({ email }) });
}

/** Signs out one device. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.session.revoke({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Loads all data that the portal holds on the user. */
export function useExport() {
  return useMutation({ mutationFn: () => api.profile.export() });
}

/** Deletes the user's account and signs out here. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => api.profile.delete(),
    onSuccess: () => {
      if (authState().user) setUser(null);
    },
  });
}
