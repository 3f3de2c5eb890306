import type { z } from 'zod';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import type { User } from '#shared/kernel/user.ts';

type Input = Required<z.input<typeof applicationInput>>;

/** The form values; the two required consents start unticked. */
export type ApplicationValues = Omit<Input, 'acceptsTerms' | 'acceptsPrivacy' | 'children'> & {
  acceptsTerms: boolean;
  acceptsPrivacy: boolean;
  children: Required<Input['children'][number]>[];
};

/** A further child; siblings often share the last name. */
export function emptyChild({ lastname }: Pick<ApplicationValues, 'lastname'>): ApplicationValues['children'][number] {
  return { firstname: '', lastname, birthDate: '', gender: 'x', departmentIds: [] };
}

/** An empty application, prefilled for a signed-in user. */
export function emptyApplication(today: string, user: User | null | undefined): ApplicationValues {
  return {
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    birthDate: '',
    gender: 'x',
    phone: '',
    mobile: '',
    street: '',
    houseNo: '',
    postcode: '',
    city: '',
    kind: 'active',
    joinsOn: today,
    departmentIds: [],
    isForChild: false,
    applicantName: user?.fullName ?? '',
    applicantEmail: user?.email ?? '',
    iban: '',
    accountHolder: '',
    acceptsMandate: false,
    acceptsTerms: false,
    acceptsPrivacy: false,
    allowsPhotos: false,
    wantsNewsletter: false,
    note: '',
    children: [],
  };
}
