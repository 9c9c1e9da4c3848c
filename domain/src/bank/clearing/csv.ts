import {
  accountsAbove,
  hasName,
  headerIn,
  isSection,
  mappedPlaces,
  type Places,
  rejoined,
  sectionPlaces,
  statusPlaceIn,
  titleIn,
} from './column-names.ts'
import { type ClearingFile, type FileReader, Findings, type LineKind, refusalOfText, shown } from './lines.ts'
import {
  areBaiCodes,
  isPlain,
  isTotal,
  kindOfBaiCode,
  kindOfLine,
  type Money,
  meaningOf,
  moneyIn,
  numberInText,
  payeeIn,
  type Said,
} from './payment-words.ts'
import type { ClearingCsvMapping, ClearingField } from './profile.ts'
import { type DelimitedRow, type DelimitedText, readDelimited, readWidths } from './records.ts'
import { amountForms, amountWords, bareCell, clearingDateForms, readCheckNumber, readClearingDate } from './values.ts'

/** The rows of a CSV or fixed-width file. */
export function rowsOf(text: string, { separator, widths = [] }: Pick<ClearingCsvMapping, 'separator' | 'widths'>) {
  return separator === 'widths' ? readWidths(text, widths) : readDelimited(text, separator)
}

/** Reads a bank's CSV or fixed-width file. Never throws, whatever the file contains. */
export function readClearingCsv(text: string, mapping: ClearingCsvMapping, account: FileReader): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new CsvReader(mapping, account)
  reader.read(rowsOf(text, mapping))
  return reader.finish()
}

/** What a row says: its amount, its side, and what kind of line it is. */
interface Row {
  readonly line: number
  readonly cell: (field: ClearingField) => string
  readonly texts: readonly string[]
  readonly whole: string
  readonly status: string
}

class CsvReader {
  readonly #mapping: ClearingCsvMapping
  readonly #account: FileReader
  readonly #findings: Findings
  #places: Places | undefined
  #statusPlace = -1
  #hasBaiCodes = false
  /** The signs of the amounts so far; true means negative. */
  readonly #signs = new Set<boolean>()
  /** The lines read so far, to notice a row with their total. */
  #count = 0
  #sum = 0
  /** The title of the section that is read, in a file of several sections with headers. */
  #title = ''
  readonly #unread: { readonly line: number; readonly message: string }[] = []

  constructor(mapping: ClearingCsvMapping, account: FileReader) {
    this.#mapping = mapping
    this.#account = account
    this.#findings = new Findings(account)
  }

  read({ rows, openedIn }: DelimitedText): void {
    const { has_names, lines_before } = this.#mapping
    const findings = this.#findings
    if (openedIn !== undefined)
      findings.problem(openedIn, 'A quotation mark in this line isn’t closed. Download the file from the bank again.')
    const names = has_names ? headerIn(rows, this.#mapping) : undefined
    const places = mappedPlaces(names, this.#mapping, findings)
    this.#places = places
    const others = names ? rows.filter((row) => row !== names && isSection(row)) : []
    const headers = names ? [names, ...others].sort((one, other) => one.line - other.line) : []
    const first = headers[0]?.line ?? lines_before
    const above = rows.filter(({ line }) => line < (headers[0]?.line ?? lines_before + 1))
    this.#requireAccountAbove(above)
    if (names) this.#refuseMisplaced(above, names, places)
    const end = others.find(({ line }) => line > (names?.line ?? 0))?.line ?? Number.POSITIVE_INFINITY
    const data = rows.filter(({ line }) => line > (names?.line ?? lines_before) && line < end)
    this.#statusPlace = statusPlaceIn(names, data)
    const types = places.type < 0 ? [] : data.map(({ cells }) => bareCell(cells[places.type] ?? ''))
    this.#hasBaiCodes = areBaiCodes(types.filter((type) => type !== ''))
    this.#refuseSeveralNames(data, places)
    if (findings.hasProblems) return
    if (others.length > 0)
      this.#readSections(
        rows.filter(({ line }) => line >= first),
        { above, headers, names },
      )
    else for (const row of data) this.#take(row, places, names?.cells.length)
  }

  /** Reads sections, each with its own header and, above it, its title. */
  #readSections(rows: readonly DelimitedRow[], { above, headers, names }: Sections): void {
    let [places, width] = [this.#places, 0]
    for (const [index, row] of rows.entries()) {
      if (headers.includes(row)) {
        places = row === names ? mappedPlaces(names, this.#mapping, this.#findings) : sectionPlaces(row, this.#mapping)
        width = row.cells.length
        this.#places = places
        this.#statusPlace = statusPlaceIn(row, [])
        this.#title = titleIn(index === 0 ? above.at(-1) : rows[index - 1])
        this.#count = 0
        this.#sum = 0
      } else if (titleIn(row) !== '' && headers.includes(rows[index + 1] ?? row)) continue
      else if (places) this.#take(row, places, width)
    }
  }

  /** Refuses a file with several accounts whose names have no digits, unless one is a name of this account. */
  #refuseSeveralNames(rows: readonly DelimitedRow[], { account }: Places): void {
    const named = rows.filter(({ cells }) => hasName(cells[account]) && !isTotal(cells[account] ?? ''))
    const names = [...new Set(named.map(({ cells }) => bareCell(cells[account] ?? '')))]
    const [first, second] = names
    if (names.some((name) => this.#findings.isOwn(name))) return
    if (first !== undefined && second !== undefined)
      this.#findings.problem(
        named[0]?.line ?? 1,
        `This file names several accounts, such as ${shown(first)} and ${shown(second)}. Enter the one that means this account on Bank Accounts under Names at the Bank.`,
      )
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (findings.hasOthers) findings.requireOwn()
    // Where no line can be read, the columns are wrong.
    if (findings.count === 0 && findings.skipped === this.#unread.length)
      for (const { line, message } of this.#unread) findings.problem(line, message)
    return findings.result()
  }

  /** Refuses a file that names another account above its header. */
  #requireAccountAbove(rows: readonly DelimitedRow[]): void {
    const named = accountsAbove(rows)
    if (named.length === 0 || named.some((name) => this.#findings.isOwn(name))) return
    for (const name of named.slice(0, 1)) this.#findings.other(name, 0)
    this.#findings.requireOwn()
  }

  /** Refuses payments above the header, whose lines are out of order, and one that would be taken for the header. */
  #refuseMisplaced(above: readonly DelimitedRow[], names: DelimitedRow, { date, amount }: Places): void {
    const isPayment = ({ cells }: DelimitedRow) =>
      readClearingDate(cells[date] ?? '', this.#mapping.date_form) &&
      amountForms[this.#mapping.amount_form](cells[amount] ?? '')?.cents
    const [misplaced] = above.filter(isPayment)
    const where = 'This payment is above the header line. Download the file from the bank again.'
    if (misplaced) this.#findings.problem(misplaced.line, where)
    const taken = 'This line is a payment, not column names. Clear “The first line contains column names”.'
    if (isPayment(names)) this.#findings.problem(names.line, taken)
  }

  #take({ line, cells: written }: DelimitedRow, places: Places, width = 0): void {
    const cells = rejoined(written, width)
    const at = (place: number) => bareCell(cells[place] ?? '')
    const cell = (field: ClearingField) => at(places[field])
    const whole = cells.filter((text) => text !== '').join(' ')
    const name = places.account < 0 ? '' : cell('account')
    if (name !== '' && !isTotal(name) && !this.#findings.isOwn(name) && (this.#findings.hasOwn || !hasName(name))) {
      if (readClearingDate(cell('date'), this.#mapping.date_form)) this.#findings.other(name)
      return
    }
    const { number, amount, credit, date, account, payee, reference } = places
    const read = [number, amount, credit, date, account, payee, reference]
    const rest = cells.filter((text, place) => !read.includes(place) && /\p{L}/u.test(text))
    const isNumbered = typeof readCheckNumber(cell('number')) === 'number'
    const texts = [cell('type'), cell('description'), ...rest, isNumbered ? this.#title : ''].filter(
      (text) => text !== '',
    )
    this.#judge({ line, cell, texts, whole, status: at(this.#statusPlace) })
  }

  #judge(row: Row): void {
    const { line, cell, texts, whole, status } = row
    const said = isTotal(whole) ? totalSaid : meaningOf(texts, status)
    const number = this.#numberOf(row, said)
    const amount = this.#amountOf(row)
    const is = this.#kindOf(row, { said, number, amount })
    const hasTotal = [cell('number'), cell('date'), cell('account'), ...texts].some(isTotal)
    const why = this.#whyLeft(row, { said, number, amount }, hasTotal)
    if (is === null || why !== undefined) this.#findings.leave(line, why ?? `Not a check, ${said.why}`, whole)
    else this.#add(row, is, number, amount)
  }

  /** Why a row that can be a check is left out; undefined for the others. */
  #whyLeft({ line, cell }: Row, { said, number, amount }: Facts, hasTotal: boolean): string | undefined {
    if (number === undefined && said.means !== 'check' && this.#mapping.checks === 'with a number') {
      const message = `${shown(cell('number'))} isn’t a check number. Correct it, or choose which lines are checks.`
      this.#unread.push({ line, message })
      return 'Letters in the number'
    }
    if (hasTotal && readClearingDate(cell('date'), this.#mapping.date_form) === undefined) return 'Total or balance'
    if (this.#count > 1 && amount.cents === this.#sum && (number === null || number === this.#count)) return 'Total'
    if (cell('date') === '') return 'No date'
    return amount.cents === 0 && amount.wrong === undefined ? 'No amount' : undefined
  }

  #numberOf({ cell, texts }: Row, { means }: Said): number | null | undefined {
    const written = readCheckNumber(cell('number'))
    if (written !== null && written !== undefined) return written
    const inText =
      means === 'check' || means === 'returned' ? texts.map(numberInText).find((one) => one !== null) : null
    return inText ?? written
  }

  #amountOf({ cell }: Row): Money {
    const credit = (this.#places?.credit ?? -1) < 0 ? null : cell('credit')
    return moneyIn({ amount: cell('amount'), credit, type: cell('type') }, this.#mapping)
  }

  #kindOf({ cell, texts }: Row, { said, number, amount }: Facts): LineKind | null {
    const { checks } = this.#mapping
    if (this.#hasBaiCodes && !Array.isArray(checks)) return kindOfBaiCode(cell('type')) ?? null
    const type = cell('type').toLowerCase()
    const isTyped = Array.isArray(checks) ? checks.some((word) => word.toLowerCase() === type) : undefined
    const isStated = checks === 'all' ? !isTotal(texts.join(' ')) : isTyped
    // A list without words about its payments is a list of paid checks.
    return kindOfLine({ said, number, isCredit: amount.side === 'credit', isStated, isList: texts.every(isPlain) })
  }

  #add(row: Row, is: LineKind, number: number | null | undefined, amount: Money): void {
    const { line, cell, whole } = row
    const { amount_form, date_form } = this.#mapping
    const date = readClearingDate(cell('date'), date_form, this.#account.dayOf)
    const unread =
      amount.wrong === undefined
        ? `${shown(cell('date'))} isn’t a valid date in the format ${clearingDateForms[date_form]}. Choose another column or date format.`
        : `${shown(amount.wrong)} isn’t an amount in ${amountWords[amount_form]}. Choose another column or amount format.`
    if (amount.wrong !== undefined || !date) {
      this.#unreadable(row, is, unread)
      return
    }
    if (amount.side === 'any' && this.#signs.add(amount.isNegative).size > 1)
      this.#findings.problem(
        line,
        'Some amounts in this file are negative and some are positive. Choose which ones are payments.',
      )
    this.#count += 1
    this.#sum += amount.cents
    this.#findings.add(
      {
        is,
        number: number ?? null,
        amountCents: amount.cents,
        date,
        payee: cell('payee') === '' ? null : payeeIn(cell('payee')),
        reference: cell('reference') || null,
        line,
      },
      whole,
    )
  }

  /** A check, or a line with a check's number, that can't be read refuses the file; others are left out. */
  #unreadable({ line, whole, cell }: Row, is: LineKind, message: string): void {
    const isNumbered = typeof readCheckNumber(cell('number')) === 'number'
    if (is === 'check' || is === 'reversal' || isNumbered) this.#findings.problem(line, message)
    else {
      this.#unread.push({ line, message })
      this.#findings.leave(line, message.replace(/\.( .*)?$/, ''), whole)
    }
  }
}

const totalSaid: Said = { means: undefined, why: 'total or balance' }

interface Facts {
  readonly said: Said
  readonly number: number | null | undefined
  readonly amount: Money
}

interface Sections {
  readonly above: readonly DelimitedRow[]
  readonly headers: readonly DelimitedRow[]
  readonly names: DelimitedRow | undefined
}
