import type { z } from 'zod';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import type { User } from '#shared/kernel/user.ts';

type Input = Required<z.input<typeof applicationInput>>;

/** What the form holds; the two needed consents begin unticked. */
export type ApplicationValues = Omit<Input, 'acceptsTerms' | 'acceptsPrivacy' | 'children'> & {
  acceptsTerms: boolean;
  acceptsPrivacy: boolean;
  children: Required<Input['children'][number]>[];
};

/** A further child that is to be filled in; brothers and sisters often share their name. */
export function emptyChild({ lastname }: Pick<ApplicationValues, 'lastname'>): ApplicationValues['children'][number] {
  return { firstname: '', lastname, birthDate: '', gender: 'x', departmentIds: [] };
}

/** An empty application, with what is known of somebody who is signed in. */
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
