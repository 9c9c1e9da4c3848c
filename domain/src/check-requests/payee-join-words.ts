import { joinOf, type PaidNames, type PayeeJoin } from './payee-join.ts'

export const payeeJoinWords: Readonly<Record<PayeeJoin, string>> = {
  and: 'AND: both endorse the check',
  or: 'OR: either of them can cash it',
}

/** Whom a request pays, in words: `Ada Lovelace or Charles Babbage`. */
export function payeesInWords(names: PaidNames): string {
  const { payee_name_1, payee_name_2 } = names
  return payee_name_2 ? `${payee_name_1} ${joinOf(names)} ${payee_name_2}` : payee_name_1
}
