import type { z } from 'zod';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import type { User } from '#shared/kernel/user.ts';

type Input = Required<z.input<typeof applicationInput>>;

/** What the form holds; the two needed consents begin unticked. */
export type ApplicationValues = Omit<Input, 'acceptsTerms' | 'acceptsPrivacy'> & { acceptsTerms: boolean; acceptsPrivacy: boolean };

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
  };
}
