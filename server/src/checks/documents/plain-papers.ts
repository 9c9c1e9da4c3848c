import { type CalendarDate, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { composeReconciliation, type ReconciliationPaper } from './compose-reconciliation.ts'
import { Flow } from './flow.ts'
import { type Ink, text } from './ink.ts'
import { fitBlock, type Letters } from './letters.ts'
import { Press } from './press.ts'

interface ListedCheck {
  readonly number: number
  readonly date: CalendarDate
  readonly payee: string
  readonly amount: Cents
}

/**
 * The cover sheet of a signing folder. `notes` contains lines such as the account, the user who printed, and the time.
 */
interface CoverSheet {
  readonly kind: 'cover sheet'
  readonly notes: readonly string[]
  readonly checks: readonly ListedCheck[]
}

/**
 * The pickup list. `since` is the day on which a check became ready, and `holder` the person expected to pick it up.
 */
interface PickUpList {
  readonly kind: 'pick-up list'
  readonly notes: readonly string[]
  readonly checks: readonly (ListedCheck & { readonly since: CalendarDate; readonly holder: string })[]
}

/** Addresses on thirty labels a page, each 1 × 2 5/8 inches. */
interface AddressLabels {
  readonly kind: 'address labels'
  readonly labels: readonly (readonly string[])[]
}

/** Letters that ask payees about uncashed checks. `contact` says where to reply, on one line. */
interface StaleLetters {
  readonly kind: 'letters'
  readonly date: CalendarDate
  readonly payer: readonly string[]
  readonly contact: string
  readonly checks: readonly (ListedCheck & { readonly addressLines: readonly string[] })[]
}

/** The receipt that the receiver of a check signs at the counter. `facts` contains the data of the check. */
interface HandOverSlip {
  readonly kind: 'slip'
  readonly number: number
  readonly facts: readonly string[]
}

export type PlainPaper = HandOverSlip | CoverSheet | PickUpList | AddressLabels | StaleLetters | ReconciliationPaper

const titles: Readonly<Record<PlainPaper['kind'], string>> = {
  'cover sheet': 'Checks to Sign',
  'pick-up list': 'Checks for Pickup',
  'address labels': 'Address Labels',
  slip: 'Check Receipt',
  letters: 'Letters About Outstanding Checks',
  reconciliation: 'Reconciliation',
}

/** Creates a file for plain paper. Prints `?` for a character that no font has. */
export async function drawPlainPaper(letters: Letters, paper: PlainPaper): Promise<Uint8Array> {
  const press = await Press.begin(letters, { title: titles[paper.kind], date: 0 })
  for (const page of pagesOf(letters, paper)) await press.print(page)
  return press.save()
}

function pagesOf(letters: Letters, paper: PlainPaper): readonly (readonly Ink[])[] {
  if (paper.kind === 'slip') return slip(letters, paper)
  if (paper.kind === 'cover sheet') return coverSheet(letters, paper)
  if (paper.kind === 'pick-up list') return pickUpList(letters, paper)
  if (paper.kind === 'reconciliation') return composeReconciliation(letters, paper)
  if (paper.kind === 'address labels') return addressLabels(letters, paper)
  return paper.checks.flatMap((check) => staleLetter(letters, paper, check))
}

function slip(letters: Letters, { number, facts }: HandOverSlip): Ink[][] {
  const flow = new Flow(letters)
  flow.write(`Receipt for Check ${number}`, { size: 18, weight: 'bold' })
  for (const fact of facts) flow.write(fact, { size: 11, above: 4 })
  flow.write('I have received this check.', { size: 12, weight: 'bold', above: 22 })
  for (const line of [
    'Name ______________________________________________________________',
    'Relation to the payee _____________________________________________',
    'Identified by ______________________________    Last four ____________',
    'Signature ______________________________    Date ____________',
    'Handed over by ______________________________    Witness ____________________',
  ])
    flow.write(line, { size: 11, above: 20 })
  return flow.pages()
}

function coverSheet(letters: Letters, { notes, checks }: CoverSheet): Ink[][] {
  const flow = new Flow(letters)
  begin(flow, 'Checks to Sign', notes, checks)
  flow.table(
    [
      { head: 'Number', width: 56, align: 'right' },
      { head: 'Date', width: 62, align: 'left' },
      { head: 'Payee', width: 204, align: 'left' },
      { head: 'Amount', width: 78, align: 'right' },
      { head: 'Signed', width: 72, align: 'left', isBlank: true },
    ],
    checks.map(({ number, date, payee, amount }) => [String(number), formatDate(date), payee, dollars(amount), '']),
  )
  flow.write('Signed by ______________________________    Date ____________', { size: 10, above: 24 })
  flow.write('Counted by _____________________________    Date ____________', { size: 10, above: 12 })
  return flow.pages()
}

/** The row height, which leaves room for the receiver of a check to sign in its row. */
const heightToSign = 26

function pickUpList(letters: Letters, { notes, checks }: PickUpList): Ink[][] {
  const flow = new Flow(letters)
  begin(flow, 'Checks for Pickup', notes, checks)
  flow.table(
    [
      { head: 'Number', width: 48, align: 'right' },
      { head: 'Ready Since', width: 60, align: 'left' },
      { head: 'Payee', width: 114, align: 'left' },
      { head: 'For', width: 74, align: 'left' },
      { head: 'Amount', width: 70, align: 'right' },
      { head: 'Received By', width: 98, align: 'left', isBlank: true },
    ],
    checks.map(({ number, since, payee, holder, amount }) => [
      String(number),
      formatDate(since),
      payee,
      holder,
      dollars(amount),
      '',
    ]),
    heightToSign,
  )
  return flow.pages()
}

function begin(flow: Flow, title: string, notes: readonly string[], checks: readonly ListedCheck[]): void {
  flow.write(title, { size: 18, weight: 'bold' })
  for (const note of notes) flow.write(note, { size: 10 })
  const total = checks.reduce((sum, { amount }) => sum + amount, 0)
  const count = checks.length === 1 ? '1 check' : `${checks.length} checks`
  flow.write(`${count}, ${dollars(total)} in total`, { size: 12, weight: 'bold', above: 8 })
}

const labels = { columns: 3, rows: 10, left: 13.5, top: 36, width: 189, height: 72, across: 198, inside: 9 } as const

function addressLabels(letters: Letters, { labels: all }: AddressLabels): Ink[][] {
  const onPage = labels.columns * labels.rows
  return Array.from({ length: Math.ceil(all.length / onPage) }, (_, page) =>
    all.slice(page * onPage, (page + 1) * onPage).flatMap((lines, index) => {
      const x = labels.left + (index % labels.columns) * labels.across + labels.inside
      const y = labels.top + Math.floor(index / labels.columns) * labels.height + labels.inside
      return label(
        letters,
        lines.map((line) => letters.printable(line)),
        x,
        y,
      )
    }),
  )
}

function label(letters: Letters, lines: readonly string[], x: number, y: number): Ink[] {
  const room = { width: labels.width - 2 * labels.inside, height: labels.height - 2 * labels.inside, size: 10 }
  const fitted = fitBlock(letters, lines, { ...room, pitch: 1.2 }) ?? { size: 7, lines: lines.slice(0, 6) }
  return fitted.lines.map((line, row) => text(x, y + fitted.size * (0.9 + row * 1.2), line, fitted.size))
}

function staleLetter(
  letters: Letters,
  { date, payer, contact }: StaleLetters,
  { number, date: written, payee, amount, addressLines }: StaleLetters['checks'][number],
): Ink[][] {
  const flow = new Flow(letters)
  for (const line of payer) flow.write(line, { size: 10 })
  flow.write(formatDate(date), { size: 10, above: 24 })
  for (const [index, line] of [payee, ...addressLines].entries())
    flow.write(line, { size: 10, above: index === 0 ? 24 : 0 })
  flow.write(`Check ${number} dated ${formatDate(written)} for ${dollars(amount)}`, {
    size: 11,
    weight: 'bold',
    above: 30,
  })
  for (const paragraph of [
    `Our records show that the check above, payable to ${payee}, has not been cashed.`,
    'If you have it, please deposit it now, or return it to us if it is too old for your bank. If you never received it, or it was lost, tell us, and we will make sure that you are paid. If nothing is owed to you, please let us know that, too.',
    'If we do not hear from you, state law might require us to turn the amount over to the state as unclaimed property. You would then have to claim it from the state.',
    `Please reply to: ${contact}.`,
    'I have received this check: ____ yes, ____ no.',
    'The amount is owed to me: ____ yes, ____ no.',
    'Name and signature ______________________________    Date ____________',
  ])
    flow.write(paragraph, { size: 10, above: 10 })
  return flow.pages()
}

function dollars(amount: Cents): string {
  return formatDollars(centsToDollars(amount))
}
