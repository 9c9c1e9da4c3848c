import type { DelimitedRow } from './records.ts'
import { bareCell } from './values.ts'

/** What a bank's words say about a payment; undefined if they leave it open. `converted`: made with a check's number. */
export type Meaning = 'check' | 'converted' | 'returned' | 'no check' | 'unpaid' | undefined

/** The meaning of a text, and why a payment with this text is left out. */
export interface Said {
  readonly means: Meaning
  readonly why: string
}

type Status = 'paid' | 'unpaid' | 'returned' | 'unknown'

/** What a status that doesn't mean paid says about a line. */
const saidBy: Readonly<Record<Exclude<Status, 'paid'>, Said>> = {
  returned: { means: 'returned', why: 'returned item' },
  unpaid: { means: 'unpaid', why: 'not paid' },
  unknown: { means: 'unpaid', why: 'its status doesn’t say that it was paid' },
}

const words = (text: string) => `(?:${text.trim().replaceAll(' ', '|')})`
const done = words(
  'paid pd pay cleared clear clr posted post presented settled cashed complete completed processed reconciled matched negotiated redeemed honored debited ok',
)
const undone = words(
  'return returned returns rtn rtnd ret retd reversed reversal reversals reverse rev nsf reject rejected refused refer referred dishonored dishonoured chargeback bounced insufficient uncollected',
)
const open = words(
  'void voided stop stopped outstanding open issue issued issues cancel canceled cancelled pending processing process progress scheduled unpaid unposted uncashed uncleared unpresented unmatched unreconciled unsettled expired stale hold held exception exceptions deleted removed review suspended suspect positive blocked denied declined failed unused',
)
const not = words('not never no non un')
const rest = words(
  'check checks chk cheque ck draft item items payment payments placed date dated in on by bank full the to maker as of and for customer request yet been be do file match funds account closed order duplicate',
)

/** The table of statuses, first match first, for texts of nothing but such words. */
const statuses: readonly (readonly [RegExp, Status])[] = [
  [/\b(paid|pay|posted|cleared|presented)\b.*\b(no|not|never) (issued?|match(ed)?|on file)\b/, 'paid'],
  [new RegExp(`\\b${not}( (yet|been|be|in))* (${done}|cash)\\b`), 'unpaid'],
  [new RegExp(`\\b${undone}\\b`), 'returned'],
  // The bank paid although it shouldn't have.
  [
    /\b(void\w*|stop\w*|stale|positive)\b.*\b(paid|cleared|posted)\b|\b(paid|cleared|posted)\b.*\b(void|stop|stale)/,
    'paid',
  ],
  [new RegExp(`\\b${open}\\b`), 'unpaid'],
  [new RegExp(`\\b${done}\\b`), 'paid'],
]
const onlyStatus = new RegExp(
  `^(${[done, undone, open, not, rest].join('|')})( (${[done, undone, open, not, rest].join('|')}))*$`,
)

/** The status that a text of nothing else names, such as `Paid - No Issue`, whatever its digits; undefined for others. */
export function statusOf(text: string): Status | undefined {
  if (text.length > 100) return undefined
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return onlyStatus.test(plain) ? statuses.find(([form]) => form.test(plain))?.[1] : undefined
}

/** What a text says if it names the status of a check that wasn't paid. */
export function unpaidBy(text: string): Said | undefined {
  const status = statusOf(text)
  return status === undefined || status === 'paid' ? undefined : saidBy[status]
}

// biome-ignore format: a table, one row each
const codes: readonly (readonly [RegExp, Status])[] = [
  [/^(c|cl|p|pd|pp|y|x|\*|✓|✔)$/i, 'paid'],
  [/^(r|rt|rj)$/i, 'returned'],
  [/^(v|vd|vo|s|sp|st|o|os|i|is|u|n)$/i, 'unpaid'],
]
const codeOf = (text: string) => codes.find(([form]) => form.test(text))?.[1]

const subjects =
  'check|chk|item|paid|pay|payment|transaction|tran|trans|exception|issue|recon\\w*|clearing|cleared|posting|bank|current|final'
/** The names of a column with the status of checks. */
const statusColumn = new RegExp(
  `^((${subjects}) )*(status|stat|sts|disposition|decision|outcome|result|action|state)( (code|desc|description|text))?:?$`,
)
const flagEnd = '( ?(flag|ind|indicator|code|reason|status|y/n|\\(y/n\\)))?\\??$'
const yes = /^(y|yes|true|t|x|1|c|r|\*|✓|✔)$/i
const no = /^(n|no|false|f|0|-+|none|n\/a)$/i

/** The columns that answer a question with yes or no. A reason or a day is a yes too. */
// biome-ignore format: a table, one row each
const flagColumns: readonly { readonly name: RegExp; readonly yes: Status; readonly no: Status; readonly isShort: boolean }[] = [
  { name: new RegExp(`^(is )?(paid|cleared|clr|clrd|reconciled|posted|cashed|presented)${flagEnd}`), yes: 'paid', no: 'unpaid', isShort: true },
  { name: new RegExp(`^(is )?(return(ed)?|revers(ed|al)|reject(ed)?)${flagEnd}`), yes: 'returned', no: 'paid', isShort: false },
  { name: new RegExp(`^(is )?(void(ed)?|stop(ped)?( payment)?|cancell?ed|deleted|stale( dated)?)${flagEnd}`), yes: 'unpaid', no: 'paid', isShort: false },
]
/** Links and placeholders in a column with another purpose. */
const saysNothing = /^((view|show|see|print|download)\b.*|(front|back|images?|details?|select|n\/a|none|unknown|-+)*)$/i

/** A column that says whether checks were paid. */
interface StatusColumn {
  readonly place: number
  readonly read: (text: string) => Status | undefined
}

/** The columns with the status of checks, by their names, or else by their codes or words. `taken`: those with other meanings. */
function statusColumnsIn(
  names: DelimitedRow | undefined,
  rows: readonly DelimitedRow[],
  taken: readonly number[],
): StatusColumn[] {
  const width = names?.cells.length ?? Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => place).flatMap((place) => {
    const found = taken.includes(place) ? [] : valuesAt(rows, place)
    const read = found.length > 0 ? readerOf(names?.cells[place], found, place === width - 1) : undefined
    return read ? [{ place, read }] : []
  })
}

const mostValues = 100

/** The first different values of a column, without blanks. */
export function valuesAt(rows: readonly DelimitedRow[], place: number): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    if (cells[place]) found.add(bareCell(cells[place]))
    if (found.size > mostValues) break
  }
  found.delete('')
  return [...found]
}

/** What a status says, unless it is a link or a placeholder. */
function readKnown(text: string): Status | undefined {
  return saysNothing.test(text) ? undefined : (codeOf(text) ?? statusOf(text) ?? 'unknown')
}

function readStatus(values: readonly string[]): StatusColumn['read'] {
  // A blank beside statuses of paid checks isn't one of them.
  const blank = values.some((value) => readKnown(value) === 'paid') ? 'unknown' : undefined
  return (text) => (text === '' ? blank : readKnown(text))
}

function readerOf(
  name: string | undefined,
  values: readonly string[],
  isLast: boolean,
): StatusColumn['read'] | undefined {
  const key =
    name === undefined
      ? undefined
      : bareCell(name)
          .replace(/[\s_]+/g, ' ')
          .toLowerCase()
  if (key !== undefined && statusColumn.test(key))
    return key !== 'state' || values.some(statusOf) ? readStatus(values) : undefined
  const flag = key === undefined ? undefined : flagColumns.find((column) => column.name.test(key))
  if (flag && (!flag.isShort || values.every((value) => yes.test(value) || no.test(value))))
    return (text) => (text === '' || no.test(text) ? flag.no : flag.yes)
  const isPaid = values.some((text) => statusOf(text) === 'paid')
  // A file without names can cut words short.
  const areStatuses = values.every((text) => statusOf(text) || (key === undefined && isShortWord.test(text)))
  if (isPaid && areStatuses && values.length <= mostWords) return readKnown
  return areCodes(values, isLast && key === undefined) ? readKnown : undefined
}

const isShortWord = /^[a-z]{2,12}$/i
const mostWords = 8

/** True for codes of which one means paid, issued, or void, or for one at the end of lines that can't mean paid. */
function areCodes(values: readonly string[], isLast: boolean): boolean {
  if (!values.every((value) => /^[a-z]{1,2}$/i.test(value))) return false
  const areBoth = values.some((value) => /^cl?$/i.test(value)) && values.length > 1 && values.every(codeOf)
  const isOpen = isLast && values.every((value) => /^[rsou]$/i.test(value))
  return areBoth || isOpen || values.some((value) => /^(pd?|[iv])$/i.test(value))
}

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** The days and times in a title, or its month or year. */
export const daysInTitle = new RegExp(
  `\\b\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}\\b|\\b20[1-4]\\d[01]\\d[0-3]\\d\\b|\\b\\d{4}[/.-]\\d{1,2}[/.-]\\d{1,2}\\b(?: \\d{4}\\b)?|\\b${months}\\.? (?:\\d{1,2},? )?\\d{4}\\b|\\b\\d{1,2}[ -]${months}[ -]\\d{2,4}\\b|\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b`,
  'gi',
)
const longestTitle = 80

/** The table of titles of lists, first match first; null for one of paid checks. */
// biome-ignore format: a table, one row each
const titles: readonly (readonly [RegExp, Said | null | undefined])[] = [
  [/\d|\b(includ\w*|exclud\w*|no|none|return to)\b/, undefined],
  [/(?<!\b(not|never|un|non)[ -]?(yet )?)\b(paid|cleared|posted|presented|cashed|settled)\b/, null],
  [/\b(returned|returns|return (items?|checks?|report|list)|rejected|reversed|reversals?|nsf)\b/, saidBy.returned],
  [/\b(stop|stops|stopped|void\w*|outstanding|stale\w*|un(cashed|cleared|paid|presented|posted)|cancell?ed|exceptions?|pending)\b|\bnot (yet )?(paid|cleared|cashed|presented)/, saidBy.unpaid],
  [/\bissued? (checks?|items?|file|list)\b|\b(checks?|items?) issued\b|^\W*(check )?issue[sd]?( report)?\W*$|\bopen (items?|checks?)\b/, saidBy.unpaid],
  [/^\W*(checks?|checks? (and|&).*|withdrawals.*|debits.*)\W*$/, null],
]

/** What the title of a list says about its checks; null for a list of paid ones, undefined if it says nothing. */
function titleSaid(text: string): Said | null | undefined {
  if (text.length > longestTitle) return undefined
  const plain = text
    .toLowerCase()
    .replace(daysInTitle, ' ')
    .replace(/[x*.…•]*\d{4,}|\bpage \d+( of \d+)?/g, ' ')
  return titles.find(([form]) => form.test(plain))?.[1]
}

/** What the statuses and titles of a file say about its checks. */
export class Statuses {
  #columns: readonly StatusColumn[] = []
  #listed: Said | undefined

  /** Keeps in mind which columns of these rows have statuses. `taken`: the columns with other meanings. */
  know(names: DelimitedRow | undefined, rows: readonly DelimitedRow[], taken: readonly number[]): void {
    this.#columns = statusColumnsIn(names, rows, taken)
  }

  /** Keeps in mind what a title says about the checks below it. */
  heed(title: string): void {
    const said = titleSaid(title)
    if (said !== undefined) this.#listed = said ?? undefined
  }

  /** What a row's status, or else the title of its list, says about it; undefined if it was paid or nothing is said. */
  of(at: (place: number) => string, except: number | undefined): Said | undefined {
    const found = this.#columns.flatMap(({ place, read }) => (place === except ? [] : [read(at(place))]))
    const status = (['returned', 'unpaid', 'unknown'] as const).find((one) => found.includes(one))
    return status === undefined && !found.includes('paid') ? this.#listed : status && saidBy[status]
  }
}
