import type { z } from 'zod';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import type { OwnPerson } from '#shared/people/people.ts';
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
export function emptyApplication(club: Input['club'], today: string, user: User | null | undefined): ApplicationValues {
  return {
    club,
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

/** The form values for the selected persons of the viewer: the viewer first, otherwise the first child. */
export function valuesOfFamily(chosen: readonly OwnPerson[]): Partial<ApplicationValues> {
  const own = chosen.find(({ relation }) => relation === 'self');
  const [first, ...others] = [...(own ? [own] : []), ...chosen.filter((one) => one !== own)].map(valuesOf);
  return {
    ...(first ?? { firstname: '', lastname: '', birthDate: '', gender: 'x' as const }),
    isForChild: first !== undefined && !own,
    children: others.map((child) => ({ ...child, departmentIds: [] })),
  };
}

function valuesOf({ firstname, lastname, birthDate, gender }: OwnPerson) {
  return { firstname, lastname, birthDate: birthDate ?? '', gender: gender ?? ('x' as const) };
}
