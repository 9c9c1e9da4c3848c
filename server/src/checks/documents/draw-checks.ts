import {
  type CheckFace,
  type CheckFile,
  type CheckStock,
  payeeLine,
  type StubLine,
} from '@check-requests/domain/checks/front.ts'
import {
  layoutOf,
  stubPlaces as places,
  sheet,
  shiftOf,
  smallestLetters,
} from '@check-requests/domain/checks/layouts.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { CheckDrawing } from './compose-check.ts'
import { type Ink, moved, rule, text } from './ink.ts'
import { cutLine, fitLine, type Letters, wrapAnyway } from './letters.ts'
import type { Press } from './press.ts'

const size = 8
const soft = { gray: 0.3 } as const
const labelWidth = 72
const valueWidth = 188
const factPitch = 11
const rowsOnStub = 11
const rowsOnList = 54
const noLine = { size: smallestLetters, lines: [] } as const

/** A stub, measured from its upper left corner. `isWhole` is false if the stub refers to a list on plain paper. */
function composeStub(letters: Letters, face: CheckFace): { ink: Ink[]; isWhole: boolean } {
  const whole = factsOf(letters, face, { most: Number.POSITIVE_INFINITY })
  const roomForLines = Math.floor((places.lastLine - (whole.end + 18)) / places.pitch)
  const { lines } = face.stub
  const rows = rowsOf(letters, lines)
  const isWhole = rows.length === 0 ? whole.end <= places.lastLine : rows.length <= roomForLines
  const head = headOf(letters, face)
  if (isWhole)
    return {
      ink: [...head, ...whole.ink, ...rowsAt(letters, rows, whole.end + 6), ...totalOf(letters, face)],
      isWhole,
    }
  const facts = whole.end <= places.lastLine - places.pitch ? whole : factsOf(letters, face, { most: rowsOnStub })
  const count = lines.length > 0 ? ` with ${lines.length} lines` : ''
  const referral = text(places.left, places.lastLine, `See attached list${count}.`, size, { weight: 'bold' })
  return { ink: [...head, ...facts.ink, referral, ...totalOf(letters, face)], isWhole }
}

function headOf(letters: Letters, face: CheckFace): Ink[] {
  const number = String(face.number)
  const numberAt = places.right - letters.widthOf(number, 10, 'bold')
  const width = numberAt - 12 - places.payee
  // Text that fits on the check also fits here, because there is more room.
  const { size: points, lines } = fitLine(letters, payeeLine(face), { width, size: 9, weight: 'bold' }) ?? noLine
  const first = lines.length > 1 ? places.head - 4 : places.head
  return [
    text(places.left, places.head, formatDate(face.date), 9),
    ...lines.map((line, row) => text(places.payee, first + row * 8, line, points, { weight: 'bold' })),
    text(numberAt, places.head, number, 10, { weight: 'bold' }),
    rule(places.left, places.head + 6, places.right - places.left, 0.6),
  ]
}

function totalOf(letters: Letters, face: CheckFace): Ink[] {
  const y = places.total
  return [
    rule(places.left, y - 12, places.right - places.left, 0.6),
    text(places.left, y, `Amount of check ${face.number}`, 9),
    rightAligned(letters, places.right, y, formatDollars(centsToDollars(face.amount)), 9, 'bold'),
  ]
}

/**
 * Labels and values in two columns of at most `most` lines. All values in a column get the same space. `end` is the
 * baseline of the last line.
 */
function factsOf(
  letters: Letters,
  { stub: { facts } }: CheckFace,
  { most }: { readonly most: number },
): { ink: Ink[]; end: number } {
  const half = Math.ceil(facts.length / 2)
  const columns = [facts.slice(0, half), facts.slice(half)].map((column) => column.slice(0, most))
  const each = Math.max(1, Math.floor(most / Math.max(1, half)))
  let end: number = places.firstFact - factPitch
  const ink = columns.flatMap((column, index) => {
    let y: number = places.firstFact
    return column.flatMap(({ label, value }) => {
      const x = places.columns[index === 0 ? 0 : 1]
      const room = { width: valueWidth, size }
      const lines = firstLines(wrapAnyway(letters, value, room), each)
      const shown = lines.map((line, row) => text(x + labelWidth, y + row * factPitch, line, size))
      const head = text(x, y, label, smallestLetters, soft)
      y += Math.max(1, lines.length) * factPitch
      end = Math.max(end, y - factPitch)
      return [head, ...shown]
    })
  })
  return { ink, end }
}

function firstLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]} …`]
}

/** A row of text: a line of a stub, or a further part of its number and description. */
interface StubRow {
  readonly date: string
  readonly number: string
  readonly description: string
  readonly amount: string
  readonly sizes: { readonly number: number; readonly description: number }
}

/** The rows of these lines. Texts that are too long for a row continue in the next ones. */
function rowsOf(letters: Letters, lines: readonly StubLine[]): StubRow[] {
  const { number: numberAt, description: descriptionAt } = places.line
  return lines.flatMap(({ date, number, description, amount }) => {
    const numbers = inFull(letters, number ?? '', descriptionAt - numberAt - 6)
    const words = inFull(letters, description, 270)
    const count = Math.max(numbers.lines.length, words.lines.length)
    return Array.from({ length: count }, (_, index) => ({
      date: index === 0 && date !== null ? formatDate(date) : '',
      number: numbers.lines[index] ?? '',
      description: words.lines[index] ?? '',
      amount: index === 0 ? formatDollars(centsToDollars(amount)) : '',
      sizes: { number: numbers.size, description: words.size },
    }))
  })
}

/** A text on one line or, if that would cut it, on several in the smallest letters. */
function inFull(letters: Letters, words: string, width: number): { size: number; lines: readonly string[] } {
  const { size: points, line } = cutLine(letters, words, { width, size })
  if (line === words) return { size: points, lines: [line] }
  return { size: smallestLetters, lines: wrapAnyway(letters, words, { width, size: smallestLetters }) }
}

/** The column headings one line below `y`, and the rows. */
function rowsAt(letters: Letters, rows: readonly StubRow[], y: number): Ink[] {
  if (rows.length === 0) return []
  const { date, number, description, amount } = places.line
  const heads = [
    text(date, y + places.pitch, 'Requested', smallestLetters, soft),
    text(number, y + places.pitch, 'Invoice', smallestLetters, soft),
    text(description, y + places.pitch, 'Request', smallestLetters, soft),
    rightAligned(letters, amount, y + places.pitch, 'Amount', smallestLetters, 'normal'),
  ]
  return [...heads, ...rows.flatMap((row, index) => rowAt(letters, row, y + (index + 2) * places.pitch))]
}

function rowAt(letters: Letters, row: StubRow, y: number): Ink[] {
  const { date, number, description, amount } = places.line
  return [
    text(date, y, row.date, size),
    text(number, y, row.number, row.sizes.number),
    text(description, y, row.description, row.sizes.description),
    rightAligned(letters, amount, y, row.amount, size, 'normal'),
  ]
}

function rightAligned(
  letters: Letters,
  right: number,
  y: number,
  words: string,
  points: number,
  weight: 'normal' | 'bold',
): Ink {
  return text(right - letters.widthOf(words, points, weight), y, words, points, { weight })
}

const listTop = 54
const listBottom = sheet.height - 54

/** The pages of the list that a stub refers to, with the stub's full content, for plain paper. */
function composeList(letters: Letters, face: CheckFace): Ink[][] {
  const whole = factsOf(letters, face, { most: rowsOnList })
  const firstRoom = roomFrom(listTop + whole.end + 6)
  const laterRoom = roomFrom(listTop + places.firstFact)
  const parts = divide(rowsOf(letters, face.stub.lines), firstRoom, laterRoom)
  return parts.map((rows, index) => {
    const isFirst = index === 0
    const body = [...(isFirst ? whole.ink : []), ...rowsAt(letters, rows, isFirst ? whole.end + 6 : places.head + 6)]
    const foot = text(
      places.left,
      listBottom + 24,
      `List for check ${face.number}, page ${index + 1} of ${parts.length}`,
      size,
      soft,
    )
    const total =
      index === parts.length - 1
        ? totalOf(letters, face).map((one) => moved(one, { x: 0, y: listBottom - places.total }))
        : []
    return [...[...headOf(letters, face), ...body].map((one) => moved(one, { x: 0, y: listTop })), ...total, foot]
  })
}

function roomFrom(y: number): number {
  return Math.max(0, Math.floor((listBottom - 24 - y) / places.pitch) - 2)
}

function divide<Item>(items: readonly Item[], first: number, later: number): (readonly Item[])[] {
  const parts: (readonly Item[])[] = [items.slice(0, first)]
  for (let at = first; at < items.length; at += later) parts.push(items.slice(at, at + later))
  return parts
}

/** Prints the checks of a run in order, followed by the lists that their stubs refer to, for plain paper. */
export class CheckPrinting {
  readonly #press: Press
  readonly #letters: Letters
  readonly #file: Pick<CheckFile, 'stock' | 'mark'>
  readonly #lists: Ink[][] = []
  /** The checks of the current sheet; undefined for a position that was used before. */
  #sheet: (CheckFace | undefined)[]

  constructor(press: Press, letters: Letters, file: Pick<CheckFile, 'stock' | 'mark'>) {
    this.#press = press
    this.#letters = letters
    this.#file = file
    this.#sheet = new Array((file.stock.firstPosition ?? 1) - 1).fill(undefined)
  }

  async add(face: CheckFace): Promise<void> {
    this.#sheet.push(face)
    if (this.#sheet.length === layoutOf(this.#file.stock.layout).checks.length) await this.#finishSheet()
  }

  async finish(): Promise<void> {
    if (this.#sheet.some((face) => face !== undefined)) await this.#finishSheet()
    for (const page of this.#lists) await this.#press.print(page)
  }

  async #finishSheet(): Promise<void> {
    const { layout, offsets } = this.#file.stock
    const { checks, stubs } = layoutOf(layout)
    const placed = this.#sheet.flatMap((face, index) => (face ? [{ face, y: checks[index] ?? 0 }] : []))
    const ink = placed.flatMap(({ face, y }) => [
      ...this.#check(face).map((one) => moved(one, { x: 0, y })),
      ...stubs.flatMap((stub) => this.#stub(face).map((one) => moved(one, { x: 0, y: stub.y }))),
    ])
    for (const { face } of placed) this.#addList(face, stubs.length > 0)
    this.#sheet = []
    await this.#press.print(ink.map((one) => moved(one, shiftOf(offsets))))
  }

  #check(face: CheckFace): readonly Ink[] {
    const { ink, refusals } = new CheckDrawing(this.#letters, this.#file, face).compose()
    if (refusals.length > 0) throw new Error(`Check ${face.number} can’t be printed. ${refusals.join(' ')}`)
    return ink
  }

  #stub(face: CheckFace): readonly Ink[] {
    return composeStub(this.#letters, face).ink
  }

  #addList(face: CheckFace, hasStub: boolean): void {
    this.#lists.push(...listOf(this.#letters, face, hasStub))
  }
}

// Without stubs, only the requests of a check of several are worth a list.
function listOf(letters: Letters, face: CheckFace, hasStub: boolean): Ink[][] {
  const isListed = hasStub ? !composeStub(letters, face).isWhole : face.stub.lines.length > 0
  return isListed ? composeList(letters, face) : []
}

/** The number of pages on plain paper that list what doesn't fit on a check's stub. */
export function countListPages(letters: Letters, layout: CheckStock['layout'], face: CheckFace): number {
  return listOf(letters, face, layoutOf(layout).stubs.length > 0).length
}
