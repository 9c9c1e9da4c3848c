import { type PDFDocument, PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Weight } from '../../../platform/text/font-files.ts'
import { Fonts } from './fonts.ts'
import type { Drawing } from './make.ts'
import { operatorsOfLine, Paragraph, type Run } from './paragraph.ts'

/** US Letter, in points. */
export const paper = { width: 612, height: 792, margin: 54 } as const

const bottom = paper.margin + 24
const ink = { plain: rgb(0.1, 0.1, 0.1), soft: rgb(0.38, 0.38, 0.38) }
const lineHeight = 1.4

/** The font size in points, and the left and right limits measured from the left edge. */
export interface Style {
  readonly size: number
  readonly weight?: Weight
  readonly isSoft?: boolean
  readonly left?: number
  readonly right?: number
}

/** A reserved line on a page that is filled in later. */
export interface Place {
  readonly page: PDFPage
  readonly y: number
  readonly style: Style
}

/** Writes texts one below another, on as many pages as they need. */
export class Paper {
  readonly #document: PDFDocument
  readonly #fonts: Fonts
  readonly #pages: PDFPage[] = []
  #y = 0

  constructor(document: PDFDocument) {
    this.#document = document
    this.#fonts = new Fonts(document)
    this.#begin()
  }

  /** Writes a text with line breaks. Returns the position of the next line. */
  async write(text: string, style: Style): Promise<void> {
    for (const paragraph of text.split('\n'))
      for (const line of await this.#linesOf(paragraph, style)) {
        this.#advance(style.size)
        this.#draw(this.#page, this.#y, line, style)
      }
  }

  /** Writes a label and, next to it, its value. */
  async row(label: string, value: string, size: number): Promise<void> {
    const split = paper.margin + 130
    this.#keepTogether(size * lineHeight)
    const before = this.#y
    const page = this.#page
    await this.write(label, { size, isSoft: true, right: split - 8 })
    const afterLabel = { y: this.#y, page: this.#page }
    if (this.#page === page) this.#y = before
    await this.write(value, { size, left: split })
    if (this.#page === afterLabel.page) this.#y = Math.min(this.#y, afterLabel.y)
  }

  /** Leaves vertical space, and starts a new page if fewer than `needed` points remain. */
  space(points: number, needed = 0): void {
    this.#y -= points
    this.#keepTogether(needed)
  }

  /** Reserves one line to be filled in later. */
  reserve(style: Style): Place {
    this.#advance(style.size)
    return { page: this.#page, y: this.#y, style }
  }

  /** Writes text in a reserved line. */
  async fill({ page, y, style }: Place, text: string): Promise<void> {
    const [line = []] = await this.#linesOf(text, style)
    this.#draw(page, y, line, style)
  }

  /** Draws strokes in a frame of this width, in points. */
  drawing({ width, height, strokes }: Drawing, place: { readonly left: number; readonly width: number }): void {
    const scale = place.width / width
    this.space(2, height * scale + 4)
    const frame = { x: place.left, y: this.#y - height * scale, width: place.width, height: height * scale }
    this.#page.drawRectangle({ ...frame, borderColor: ink.soft, borderWidth: 0.5 })
    for (const [first, ...others] of strokes) {
      if (!first) continue
      // A stroke with one point is a dot.
      const path = [`M ${first.join(' ')}`, ...(others.length > 0 ? others : [first]).map((to) => `L ${to.join(' ')}`)]
      const at = { x: place.left, y: this.#y, scale }
      this.#page.drawSvgPath(path.join(' '), { ...at, borderColor: ink.plain, borderWidth: 6, borderLineCap: 1 })
    }
    this.#y -= height * scale + 4
  }

  /** Writes the same footer on every page, with the page number. */
  async foot(text: string): Promise<void> {
    const style = { size: 8, isSoft: true }
    for (const [index, page] of this.#pages.entries())
      await this.fill({ page, y: paper.margin - 18, style }, `${text} · page ${index + 1} of ${this.#pages.length}`)
  }

  /** Embeds the fonts. Nothing can be written afterward. */
  end(): void {
    this.#fonts.embed()
  }

  get #page(): PDFPage {
    return this.#pages.at(-1) ?? this.#begin()
  }

  #begin(): PDFPage {
    const page = this.#document.addPage([paper.width, paper.height])
    this.#pages.push(page)
    this.#y = paper.height - paper.margin
    return page
  }

  #keepTogether(needed: number): void {
    if (this.#y - needed < bottom) this.#begin()
  }

  #advance(size: number): void {
    this.#keepTogether(size * lineHeight)
    this.#y -= size * lineHeight
  }

  #draw(page: PDFPage, y: number, runs: readonly Run[], { size, isSoft, left = paper.margin }: Style): void {
    for (const { face } of runs) page.node.setFontDictionary(PDFName.of(face.name), face.ref)
    page.pushOperators(...operatorsOfLine(runs, { x: left, y, size, color: isSoft ? ink.soft : ink.plain }))
  }

  async #linesOf(text: string, style: Style): Promise<Run[][]> {
    const { size, weight = 'normal', left = paper.margin, right = paper.width - paper.margin } = style
    const letters = await this.#fonts.lettersOf(text.replaceAll('\t', ' '), weight)
    return new Paragraph(letters).linesWithin((right - left) / size)
  }
}
