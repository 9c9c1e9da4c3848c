import type { PositivePayAccount, PositivePayRow } from './write-file.ts'

/** An account that there is not. */
export const sampleAccount: PositivePayAccount = { accountNumber: '12345678901', routingNumber: '021000021' }

/** The day of a sample file. */
export const sampleDate = '2026-11-20'

/** Checks that show what a template makes of a comma, a void, the smallest amount and a long name. */
export const sampleRows: readonly PositivePayRow[] = [
  row(1234, 123456, 'ACME PARTS INC'),
  row(1235, 8950, 'SMITH, JONES & CO'),
  { ...row(1236, 50000, 'RIVER CITY AUTO GLASS'), issueDate: '2026-11-19', voidDate: sampleDate },
  row(1237, 7, 'CITY OF AUSTIN'),
  row(1238, 123456789, 'FORD MOTOR CREDIT COMPANY LLC'),
]

function row(number: number, amountCents: number, payee: string): PositivePayRow {
  return { number, amountCents, issueDate: sampleDate, voidDate: null, payee, secondPayeeLine: null }
}
