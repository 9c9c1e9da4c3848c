import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, centsToDollars } from '../../values/money.ts'

/** The formats in which the demo account's bank sends files. */
export const sampleFormats = ['bai2', 'ofx', 'csv'] as const
export type SampleFormat = (typeof sampleFormats)[number]

interface SamplePayment {
  readonly number: number
  readonly cents: Cents
}

/** What the bank says about an account: the checks it paid on a day, and one that it takes back. */
export interface SampleStatement {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly day: CalendarDate
  readonly paid: readonly SamplePayment[]
  readonly returned: SamplePayment | undefined
}

/**
 * A file as banks send it, to try clearing with the demo account: `bai2` ends with the reversal of an earlier payment,
 * `csv` with a line for the total.
 */
export function sampleFile(format: SampleFormat, statement: SampleStatement): string {
  return { bai2: bai2Of, ofx: ofxOf, csv: csvOf }[format](statement)
}

/** The name of a sample file, with the extension that banks use. */
export function sampleFileName(format: SampleFormat): string {
  return `bank-sample.${format === 'bai2' ? 'bai' : format}`
}

function bai2Of({ routingNumber, accountNumber, day, paid, returned }: SampleStatement): string {
  const date = day.replaceAll('-', '').slice(2)
  const reversals = returned ? [line(395, returned, 'CHECK REVERSAL')] : []
  const lines = [...paid.map((payment) => line(475, payment, 'CHECK PAID')), ...reversals]
  const total = [...paid, ...(returned ? [returned] : [])].reduce((sum, { cents }) => sum + cents, 0)
  return [
    `01,${routingNumber},CUSTOMER,${date},0600,1,,,2/`,
    `02,CUSTOMER,${routingNumber},1,${date},,USD,2/`,
    `03,${accountNumber},USD/`,
    ...lines,
    `49,${total},${lines.length + 2}/`,
    `98,${total},1,${lines.length + 4}/`,
    `99,${total},1,${lines.length + 6}/`,
    '',
  ].join('\r\n')
}

function line(code: number, { number, cents }: SamplePayment, words: string): string {
  return `16,${code},${cents},Z,,${number},${words}/`
}

function ofxOf({ routingNumber, accountNumber, day, paid }: SampleStatement): string {
  const date = day.replaceAll('-', '')
  const transactions = paid.map(
    ({ number, cents }) =>
      `<STMTTRN><TRNTYPE>CHECK<DTPOSTED>${date}<TRNAMT>-${dollars(cents)}<FITID>${date}-${number}<CHECKNUM>${number}<NAME>CHECK ${number}</STMTTRN>`,
  )
  return [
    ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
    ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', ''],
    '<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD',
    `<BANKACCTFROM><BANKID>${routingNumber}<ACCTID>${accountNumber}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${date}<DTEND>${date}`,
    ...transactions,
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\r\n')
}

function csvOf({ day, paid }: SampleStatement): string {
  const total = paid.reduce((sum, { cents }) => sum + cents, 0)
  const lines = paid.map(({ number, cents }) => `${day},CHECK ${number},${number},${dollars(cents)}`)
  return ['Date,Description,Check,Amount', ...lines, `,Total,,${dollars(total)}`, ''].join('\r\n')
}

function dollars(cents: Cents): string {
  return centsToDollars(cents).toFixed(2)
}
