import { sheet } from '@check-requests/domain/checks/layouts.ts'
import type { Weight } from '../../platform/font-files.ts'
import { cutLine, wrapAnyway } from './fit.ts'
import { type Ink, rule, text } from './ink.ts'
import type { Letters } from './letters.ts'

const margin = 54
const bottom = sheet.height - margin - 18
const lineHeight = 1.4
const cellSize = 9
const rowHeight = 18

interface Style {
  readonly size: number
  readonly weight?: Weight
  /** Points left free above. */
  readonly above?: number
}

interface Column {
  readonly head: string
  readonly width: number
  readonly align: 'left' | 'right'
}

/** Writes onto plain paper from the top down, on as many pages as it takes. */
export class Flow {
  readonly #letters: Letters
  readonly #pages: Ink[][] = [[]]
  #y = margin

  constructor(letters: Letters) {
    this.#letters = letters
  }

  /** A paragraph. */
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

  /** A table with its heads on each page. What is too long for its cell is set smaller, then cut. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    this.#y += 8
    this.#make(2 * rowHeight)
    this.#y -= rowHeight
    this.#headsAt(columns)
    for (const row of rows) {
      if (this.#make(rowHeight)) {
        this.#headsAt(columns)
        this.#y += rowHeight
      }
      this.#row(columns, row, 'normal')
    }
  }

  /** The pages, each with its number. */
  pages(): Ink[][] {
    return this.#pages.map((page, index) => [
      ...page,
      text(margin, sheet.height - margin + 12, `Page ${index + 1} of ${this.#pages.length}`, 8, { gray: 0.4 }),
    ])
  }

  #headsAt(columns: readonly Column[]): void {
    const heads = columns.map(({ head }) => head)
    this.#row(columns, heads, 'bold')
    this.#put(rule(margin, this.#y + 5, sheet.width - 2 * margin, 0.5))
  }

  #row(columns: readonly Column[], cells: readonly string[], weight: Weight): void {
    let x = margin
    for (const [index, { width, align }] of columns.entries()) {
      const { line, size } = cutLine(this.#letters, this.#letters.printable(cells[index] ?? ''), {
        width,
        size: cellSize,
        weight,
      })
      const free = align === 'right' ? width - this.#letters.widthOf(line, size, weight) : 0
      this.#put(text(x + free, this.#y, line, size, { weight }))
      x += width + 8
    }
  }

  /** Goes down, to a new page where this one is full; true then. */
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
