import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Department, departmentInput, ManagedDepartment } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Input = z.input<typeof departmentInput>;
type Present = { id: string; version: number };

/** Whether the department includes the managed fields, which only the board receives. */
export function isManaged(department: Department): department is ManagedDepartment {
  return department.managed !== null;
}

/** Mutations of departments. */
export function useDepartmentMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['departments'] });
  return {
    create: useMutation({ mutationFn: (input: Input & { club: ClubName }) => api.departments.create(input), onSettled, makesRecord: true }),
    update: useMutation({ mutationFn: (input: Input & Present) => api.departments.update(input), onSettled }),
    end: useMutation({ mutationFn: (input: Present & { on: string }) => api.departments.end(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: Present) => api.departments.reopen(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.departments.delete({ id }), onSettled }),
  };
}
