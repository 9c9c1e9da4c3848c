import { sheet } from '@check-requests/domain/checks/layouts.ts'
import type { Weight } from '../../platform/text/font-files.ts'
import { type Ink, rule, text } from './ink.ts'
import { cutLine, type Letters, wrapAnyway } from './letters.ts'

const margin = 54
const bottom = sheet.height - margin - 18
const lineHeight = 1.4
const cellSize = 9
const wrappedSize = 8
const wrappedPitch = 10
const rowHeight = 18

interface Style {
  readonly size: number
  readonly weight?: Weight
  /** The space left blank above the text, in points. */
  readonly above?: number
}

interface Column {
  readonly head: string
  readonly width: number
  readonly align: 'left' | 'right'
  /** Draws a line to write on instead of text. */
  readonly isBlank?: true
}

interface Cell {
  readonly size: number
  readonly lines: readonly string[]
}

/** Writes onto plain paper from top to bottom, on as many pages as needed. */
export class Flow {
  readonly #letters: Letters
  readonly #pages: Ink[][] = [[]]
  #y = margin

  constructor(letters: Letters) {
    this.#letters = letters
  }

  /** Writes a paragraph. */
  write(words: string, { size, weight = 'normal', above = 0 }: Style): void {
    this.#y += above
    for (const line of wrapAnyway(this.#letters, this.#letters.printable(words), {
      width: sheet.width - 2 * margin,
      size,
      weight,
    })) {
      this.#make(size * lineHeight)
      this.#put(text(margin, this.#y, line, size, { weight }))
    }
  }

  /**
   * Writes a table with this minimum row height, repeating its headings on each page. Text too long for its cell wraps;
   * figures get a smaller size.
   */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], height = rowHeight): void {
    this.#y += 8
    this.#make(2 * rowHeight)
    this.#y -= rowHeight
    this.#headsAt(columns)
    for (const row of rows) {
      const cells = columns.map((column, index) => this.#cell(column, row[index] ?? '', 'normal'))
      const more = (Math.max(...cells.map(({ lines }) => lines.length)) - 1) * wrappedPitch
      if (this.#make(height + more)) {
        this.#y = margin + rowHeight
        this.#headsAt(columns)
        this.#y += height + more
      }
      this.#row(columns, cells, 'normal', this.#y - more)
    }
  }

  /** The pages, with page numbers. */
  pages(): Ink[][] {
    return this.#pages.map((page, index) => [
      ...page,
      text(margin, sheet.height - margin + 12, `Page ${index + 1} of ${this.#pages.length}`, 8, { gray: 0.4 }),
    ])
  }

  #headsAt(columns: readonly Column[]): void {
    const heads = columns.map(({ head, ...column }) => this.#cell({ ...column, align: 'right' }, head, 'bold'))
    this.#row(
      columns.map(({ isBlank: _, ...column }) => column),
      heads,
      'bold',
      this.#y,
    )
    this.#put(rule(margin, this.#y + 5, sheet.width - 2 * margin, 0.5))
  }

  #cell({ width, align }: Pick<Column, 'width' | 'align'>, words: string, weight: Weight): Cell {
    const printable = this.#letters.printable(words)
    const fits = this.#letters.widthOf(printable, cellSize, weight) <= width
    if (align === 'left' && !fits)
      return { size: wrappedSize, lines: wrapAnyway(this.#letters, printable, { width, size: wrappedSize, weight }) }
    const { line, size } = cutLine(this.#letters, printable, { width, size: cellSize, weight })
    return { size, lines: [line] }
  }

  /** Writes one table row. `y` is the baseline of its first line. */
  #row(columns: readonly Column[], cells: readonly Cell[], weight: Weight, y: number): void {
    let x = margin
    for (const [index, { width, align, isBlank }] of columns.entries()) {
      const { size, lines } = cells[index] ?? { size: cellSize, lines: [] }
      if (isBlank) this.#put(rule(x, y + 2, width, 0.5))
      for (const [row, line] of lines.entries()) {
        const free = align === 'right' ? width - this.#letters.widthOf(line, size, weight) : 0
        this.#put(text(x + free, y + row * wrappedPitch, line, size, { weight }))
      }
      x += width + 8
    }
  }

  /** Moves down, to a new page if this one is full. Returns true for a new page. */
  #make(height: number): boolean {
    this.#y += height
    if (this.#y <= bottom) return false
    this.#pages.push([])
    this.#y = margin + height
    return true
  }

  #put(ink: Ink): void {
    this.#pages.at(-1)?.push(ink)
  }
}
