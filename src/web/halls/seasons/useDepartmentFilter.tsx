import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { useAddress } from '#web/lib/address.ts';
import { wishesQuery } from './queries.ts';
import { departmentChoicesOf } from './words.ts';

const address = z.object({ department: z.uuid().optional() });

type DepartmentFilter = {
  /** The select; nothing where no wish names a department. */ chooser: ReactNode;
  /** Whether a department is chosen. */ isPart: boolean;
  apply: (plan: SeasonPlan) => SeasonPlan;
};

/**
 * Shows the times and refusals of one department in a plan that was sent out. In the plan that is worked on, the places of
 * others must stay in sight: there only the list of wishes without a time is filtered.
 */
export function useDepartmentFilter(season: Season, viewer: User, isOffered: boolean): DepartmentFilter {
  const [{ department }, setAddress] = useAddress(address);
  const maySee = may({ role: viewer.role.name }, 'wishes.list', 'club') !== undefined;
  const { data } = useQuery({ ...wishesQuery(season.id), enabled: isOffered && maySee });
  const choices = departmentChoicesOf(data ?? [], season.isManaged);
  if (!data || choices.length === 0) return { chooser: null, isPart: false, apply: (plan) => plan };
  const own = new Set(data.filter(({ departmentId }) => departmentId === department).map(({ id }) => id));
  const isOwn = ({ wishId }: { wishId: string }) => own.has(wishId);
  return {
    chooser: <DepartmentSelect choices={choices} value={department} onChange={(id) => setAddress({ department: id })} />,
    isPart: department !== undefined,
    apply: (plan) => (department ? { ...plan, grants: plan.grants.filter(isOwn), refusals: plan.refusals.filter(isOwn) } : plan),
  };
}
