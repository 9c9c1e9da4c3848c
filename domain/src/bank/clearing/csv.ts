import {
  accountPlaceBy,
  accountsAbove,
  columnNames,
  hasName,
  headerIn,
  isSection,
  mappedPlaces,
  noPlaces,
  type Places,
  rejoined,
  sectionPlaces,
  sidePlaceIn,
  titleIn,
} from './column-names.ts'
import { paymentsIn, refusalOfText, refuseMisplaced, refuseNames, refuseSecond, whyUnread } from './file-kinds.ts'
import { type ClearingFile, type FileReader, Findings, isLeftOut, type LineKind, shown } from './lines.ts'
import {
  areBaiCodes,
  isPlain,
  isShort,
  isTotal,
  kindOfBaiCode,
  kindOfLine,
  loneNumber,
  type Money,
  meaningOf,
  moneyIn,
  numberInText,
  payeeIn,
} from './payment-words.ts'
import type { ClearingCsvMapping, ClearingField } from './profile.ts'
import { type DelimitedRow, type DelimitedText, linesOf } from './records.ts'
import { type Said, Statuses } from './statuses.ts'
import { bareCell, readCheckNumber, readClearingDate } from './values.ts'
import { rowsOf } from './widths.ts'

/** Reads a bank's CSV or fixed-width file. Never throws, whatever the file contains. */
export function readClearingCsv(text: string, mapping: ClearingCsvMapping, account: FileReader): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new CsvReader(mapping, account, mapping.separator === 'widths' ? linesOf(text) : [])
  reader.read(rowsOf(text, mapping))
  return reader.finish()
}

/** A row of a file. `telling`: the texts about the payment, not about a vendor or a branch. */
interface Row {
  readonly line: number
  readonly cell: (field: ClearingField) => string
  readonly texts: readonly string[]
  readonly telling: readonly string[]
  readonly whole: string
  readonly status: Said | undefined
  readonly side: string
}

class CsvReader {
  readonly #mapping: ClearingCsvMapping
  readonly #account: FileReader
  readonly #findings: Findings
  #places = noPlaces
  readonly #statuses = new Statuses()
  #sidePlace = -1
  #isPayment: (row: DelimitedRow) => boolean = () => false
  #names: readonly string[] = []
  #hasBaiCodes = false
  /** The signs of the amounts so far; true means negative. */
  readonly #signs = new Set<boolean>()
  /** The number and sum of the lines read so far, to notice a row with their total. */
  #count = 0
  #sum = 0
  #title = ''
  /** The lines of a fixed-width file, whose cells can split words. */
  readonly #written: readonly string[]
  readonly #unread: ClearingFile['problems'][number][] = []

  constructor(mapping: ClearingCsvMapping, account: FileReader, written: readonly string[]) {
    this.#mapping = mapping
    this.#account = account
    this.#written = written
    this.#findings = new Findings(account)
  }

  read({ rows, openedIn }: DelimitedText): void {
    const { has_names, lines_before } = this.#mapping
    const findings = this.#findings
    if (openedIn !== undefined)
      findings.problem(openedIn, 'A quotation mark in this line isn’t closed. Download the file from the bank again.')
    const names = has_names ? headerIn(rows, this.#mapping) : undefined
    const mapped = mappedPlaces(names, this.#mapping, findings)
    this.#isPayment = paymentsIn(mapped, this.#mapping)
    const others = names ? rows.filter((row) => row !== names && isSection(row)) : []
    const headers = names ? [names, ...others].sort((one, other) => one.line - other.line) : []
    const payment = Math.min(rows.find(this.#isPayment)?.line ?? 0, longestTop)
    const start = headers[0]?.line ?? Math.max(lines_before + 1, payment)
    const above = rows.filter(({ line }) => line < start)
    this.#readTop(above)
    if (names) refuseMisplaced([...above, names].filter(this.#isPayment), names, findings)
    const end = others.find(({ line }) => line > (names?.line ?? 0))?.line ?? Number.POSITIVE_INFINITY
    const data = rows.filter(({ line }) => line > (names?.line ?? lines_before) && line < end)
    const places = { ...mapped, account: accountPlaceBy(data, mapped, { names, account: this.#account }) }
    this.#places = places
    this.#know(names, data, places)
    const types = places.type < 0 ? [] : data.map(({ cells }) => bareCell(cells[places.type] ?? ''))
    this.#hasBaiCodes = areBaiCodes(types.filter((type) => type !== ''))
    refuseNames(data, places, findings)
    if (findings.hasProblems) return
    if (others.length > 0) this.#readSections(rows, new Set(headers), names)
    else for (const row of data) this.#take(row, names?.cells.length)
  }

  /** Reads what is above the header or the first payment: the account, and the title. */
  #readTop(rows: readonly DelimitedRow[]): void {
    const texts = rows.map((row) => this.#textOf(row))
    this.#findings.requireAmong(accountsAbove(texts), texts)
    for (const text of texts) this.#statuses.heed(text)
  }

  /** Reads sections, each with its own header and, above it, its title. */
  #readSections(rows: readonly DelimitedRow[], headers: ReadonlySet<DelimitedRow>, names?: DelimitedRow): void {
    const isTitle = (row: DelimitedRow, index: number) => titleIn(row) !== '' && headers.has(rows[index + 1] ?? row)
    let width = 0
    for (const [index, row] of rows.entries())
      if (headers.has(row)) {
        const next = rows.findIndex((other, at) => at > index && headers.has(other))
        const places =
          row === names ? mappedPlaces(names, this.#mapping, this.#findings) : sectionPlaces(row, this.#mapping)
        this.#places = places
        this.#isPayment = paymentsIn(places, this.#mapping)
        this.#know(row, rows.slice(index + 1, next < 0 ? undefined : next), places)
        this.#title = titleIn(rows[index - 1])
        this.#statuses.heed(this.#title)
        this.#count = 0
        this.#sum = 0
        width = row.cells.length
      } else if (width > 0 && !isTitle(row, index)) this.#take(row, width)
  }

  /** Keeps in mind which columns of these rows have statuses and sides. */
  #know(names: DelimitedRow | undefined, rows: readonly DelimitedRow[], places: Places): void {
    const { type, description, ...others } = places
    this.#statuses.know(names, rows, Object.values(others))
    this.#sidePlace = sidePlaceIn(names, rows)
    this.#names = names?.cells ?? []
  }

  #textOf({ line, cells }: DelimitedRow): string {
    return this.#written[line - 1] ?? cells.filter((cell) => cell !== '').join(' ')
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (findings.hasOthers) findings.requireOwn()
    // Where no line can be read, the columns are wrong.
    if (findings.count === 0 && findings.skipped === this.#unread.length)
      for (const { line, message } of this.#unread) findings.problem(line, message)
    return findings.result()
  }

  #take({ line, cells: written }: DelimitedRow, width = 0): void {
    const places = this.#places
    const cells = rejoined(written, width)
    if (width > 0) refuseSecond(cells.slice(width), line, this.#mapping, this.#findings)
    const at = (place: number) => bareCell(cells[place] ?? '')
    const cell = (field: ClearingField) => at(places[field])
    const whole = cells.filter((text) => text !== '').join(' ')
    const name = places.account < 0 ? '' : cell('account')
    if (name !== '' && !isTotal(name) && !this.#findings.isOwn(name) && (this.#findings.hasOwn || !hasName(name))) {
      if (readClearingDate(cell('date'), this.#mapping.date_form)) this.#findings.other(name)
      return
    }
    const { number, amount, credit, date, account, payee, reference, type } = places
    const read = [number, amount, credit, date, account, payee, reference]
    const isRest = (text: string, place: number) =>
      !read.includes(place) && /\p{L}/u.test(text) && !columnNames.isAside(this.#names[place])
    const about = cells.filter((text, place) => isRest(text, place) && columnNames.isTelling(this.#names[place]))
    const title = typeof readCheckNumber(cell('number')) === 'number' ? this.#title : ''
    const textsWith = (others: readonly string[]) =>
      [cell('type'), cell('description'), ...others, title].filter((text) => text !== '')
    const side = at(this.#sidePlace) || cell('type')
    this.#judge({
      line,
      cell,
      texts: textsWith(cells.filter(isRest)),
      telling: textsWith(about),
      whole,
      status: this.#statuses.of(at, Array.isArray(this.#mapping.checks) ? type : undefined),
      side,
    })
  }

  #judge(row: Row): void {
    const { line, cell, texts, telling, whole, status } = row
    const [all, about] = [meaningOf(texts), meaningOf(telling)]
    const isWeak = status === undefined && about.means === undefined && all.means !== 'unpaid'
    const meant = isWeak || all.means === 'unpaid' ? all : about
    const said = isTotal(whole) ? totalSaid : (status ?? meant)
    const [number, amount] = [this.#numberOf(row, said), this.#amountOf(row)]
    const is = this.#kindOf(row, { said, number, amount, isWeak })
    const hasTotal = [cell('number'), cell('date'), cell('account'), ...texts].some(isTotal)
    const why = this.#whyLeft(row, { said, number, amount }, hasTotal)
    if (typeof number !== 'number' && amount.cents === 0) this.#heedTitle(row)
    if (isLeftOut(is) || why !== undefined) this.#findings.leave(line, why ?? `Not a check, ${said.why}`, whole)
    if (is !== null && why === undefined) this.#add(row, is, number, amount)
  }

  /** A row without a payment can be the title of the rows below it. */
  #heedTitle({ line, cell, whole }: Row): void {
    if (readClearingDate(cell('date'), this.#mapping.date_form) === undefined)
      this.#statuses.heed(this.#written[line - 1] ?? whole)
  }

  /** Why a row that can be a check is left out; undefined for the others. */
  #whyLeft(
    { line, cell }: Row,
    { said, number, amount }: Omit<Facts, 'isWeak'>,
    hasTotal: boolean,
  ): string | undefined {
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
    if (means !== 'check' && means !== 'returned') return written
    return (
      texts.map(numberInText).find((one) => one !== null) ?? (this.#places.number === -1 ? loneNumber(texts) : written)
    )
  }

  #amountOf({ cell, side }: Row): Money {
    const credit = this.#places.credit < 0 ? null : cell('credit')
    return moneyIn({ amount: cell('amount'), credit, side }, this.#mapping)
  }

  #kindOf({ cell, texts, telling, status }: Row, { said, number, amount, isWeak }: Facts): LineKind | null {
    const { checks } = this.#mapping
    const isCredit = amount.side === 'credit'
    if (status) return kindOfLine({ said, number, isCredit })
    if (this.#hasBaiCodes && !Array.isArray(checks)) return kindOfBaiCode(cell('type')) ?? null
    const type = cell('type').toLowerCase()
    const isTyped = Array.isArray(checks) ? checks.some((word) => word.toLowerCase() === type) : undefined
    const isOpen = said.means === 'unpaid' || said.means === 'returned'
    const isStated = checks === 'all' && !isOpen ? !isTotal(texts.join(' ')) : isTyped
    // A list without words about its payments is a list of paid checks.
    const isList = telling.every(isPlain) && texts.every((text) => isPlain(text) || isShort(text))
    return kindOfLine({ said, number, isCredit, isStated, isWeak, isList })
  }

  #add(row: Row, is: LineKind, number: number | null | undefined, amount: Money): void {
    const { line, cell, whole } = row
    const date = readClearingDate(cell('date'), this.#mapping.date_form, this.#account.dayOf)
    if (amount.wrong !== undefined || !date) {
      if (!isLeftOut(is)) this.#unreadable(row, is, whyUnread(amount.wrong, cell('date'), this.#mapping))
      return
    }
    if (amount.side === 'any' && !isLeftOut(is) && this.#signs.add(amount.isNegative).size > 1)
      this.#findings.problem(
        line,
        'Some amounts in this file are negative and some are positive. Choose which ones are payments.',
      )
    if (!isLeftOut(is)) {
      this.#count += 1
      this.#sum += amount.cents
    }
    const payee = cell('payee') === '' ? null : payeeIn(cell('payee'))
    const reference = cell('reference') || null
    this.#findings.add({ is, number: number ?? null, amountCents: amount.cents, date, payee, reference, line }, whole)
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

/** Titles are looked for in so many lines. */
const longestTop = 60
const totalSaid: Said = { means: undefined, why: 'total or balance' }

interface Facts {
  readonly said: Said
  readonly number: number | null | undefined
  readonly amount: Money
  readonly isWeak: boolean
}
