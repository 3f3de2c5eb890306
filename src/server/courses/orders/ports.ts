import type { ClubName } from '#shared/kernel/clubs.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The payer of a person, and whether the club may collect from them, or the office pays. */
export type PayerOf = { payerId: string; hasMandate: boolean; hasOffice: boolean };

/** The port of orders to money and clubs; it comes from higher floors (endpoints.ts). */
export type OrderPorts = {
  /** The payers of people. The scope must be that of their club. */
  payersOf: (tx: Transaction, personIds: readonly string[]) => Promise<Map<string, PayerOf>>;
  /** The creditor identifier of a club; empty where it does not collect. */
  creditorOf: (tx: Transaction, club: ClubName) => Promise<string>;
  /** Why nothing can be collected from an account; a German sentence. */
  faultOf: (account: { iban: string; holder: string }) => string | undefined;
  /** Writes a mandate for an account. */
  sign: (tx: Transaction, account: GivenMandate & { club: ClubName; payerPersonId: string }) => Promise<void>;
  /** The open transfers for charged enrolments, each with the account that it is asked of; nothing for enrolments without charges. */
  askedFor: (
    tx: Transaction,
    enrolmentIds: readonly string[],
  ) => Promise<Map<string, { reference: string; account: string; cents: number }[]>>;
  /** The contract partner: the name and address of a club. */
  partnerOf: (tx: Transaction, club: ClubName) => Promise<string>;
};
