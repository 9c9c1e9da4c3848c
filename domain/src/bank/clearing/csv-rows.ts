/** A row of a delimited text: its cells as they are, without quotation marks around them. */
export interface DelimitedRow {
  /** Where it begins; the first line of the text is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** All rows but blank ones; `openedIn` is the line of a quotation mark that is never closed. */
export interface DelimitedText {
  readonly rows: readonly DelimitedRow[]
  readonly openedIn: number | undefined
}

const outside = 'outside'
const inside = 'inside'

/**
 * Reads a delimited text in one pass: RFC 4180 with any separator and any line end. A quotation mark within a cell that
 * did not begin with one is a letter like others, as in `3" PIPE`, and so is what follows a closed one.
 */
export function readDelimited(text: string, separator: string): DelimitedText {
  const reader = new Reader(separator)
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    const next = text.charAt(at + 1)
    // Of two marks in a quoted cell the second is meant, of CR LF the first is nothing.
    if (letter === '"' && next === '"' && reader.place === inside) at += 1
    else if (letter === '"' && reader.changesPlace()) continue
    else if (letter === '\r' && next === '\n') continue
    reader.take(letter === '\r' ? '\n' : letter)
  }
  return reader.finish()
}

class Reader {
  readonly #separator: string
  readonly #rows: DelimitedRow[] = []
  #cells: string[] = []
  #cell = ''
  #line = 1
  #rowLine = 1
  #openedIn = 1
  place: typeof inside | typeof outside = outside

  constructor(separator: string) {
    this.#separator = separator
  }

  /** True for a quotation mark that opens or closes a cell. */
  changesPlace(): boolean {
    if (this.place === inside) {
      this.place = outside
      return true
    }
    if (this.#cell.trim() !== '') return false
    this.#cell = ''
    this.#openedIn = this.#line
    this.place = inside
    return true
  }

  take(letter: string): void {
    if (letter === '\n') this.#line += 1
    if (this.place === inside) this.#cell += letter
    else if (letter === '\n') this.#endRow()
    else if (letter === this.#separator) this.#endCell()
    else this.#cell += letter
  }

  finish(): DelimitedText {
    this.#endRow()
    return { rows: this.#rows, openedIn: this.place === inside ? this.#openedIn : undefined }
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim())
    this.#cell = ''
  }

  #endRow(): void {
    this.#endCell()
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push({ line: this.#rowLine, cells: this.#cells })
    this.#cells = []
    this.#rowLine = this.#line
  }
}
