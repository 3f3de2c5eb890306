import type { ClubName } from '#shared/kernel/clubs.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** Who pays for somebody, and whether the club may collect from them, or the office pays. */
export type PayerOf = { payerId: string; hasMandate: boolean; hasOffice: boolean };

/** What an order needs to know and to do about money and clubs; it comes from higher floors (endpoints.ts). */
export type OrderPorts = {
  /** Who pays for people. The scope must be that of their club. */
  payersOf: (tx: Transaction, personIds: readonly string[]) => Promise<Map<string, PayerOf>>;
  /** By which number a club collects; empty where it does not. */
  creditorOf: (tx: Transaction, club: ClubName) => Promise<string>;
  /** Why nothing can be collected from an account; a German sentence. */
  faultOf: (account: { iban: string; holder: string }) => string | undefined;
  /** Writes down that somebody lets the club collect from an account. */
  sign: (tx: Transaction, account: GivenMandate & { club: ClubName; payerPersonId: string }) => Promise<void>;
  /** What a club has asked for of enrolments, as far as it is still to be transferred; nothing of those it has asked nothing for. */
  askedFor: (tx: Transaction, enrolmentIds: readonly string[]) => Promise<Map<string, { reference: string; cents: number }[]>>;
  /** With whom one makes a contract: the name and address of a club. */
  partnerOf: (tx: Transaction, club: ClubName) => Promise<string>;
};
