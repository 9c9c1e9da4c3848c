import { type PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

export interface Style {
  readonly size?: number
  readonly bold?: boolean
  readonly align?: 'left' | 'right' | 'center'
  readonly color?: number
}

/** Draws text on a page in points from the upper left corner. */
export class Sheet {
  readonly page: PDFPage
  readonly #fonts: readonly [PDFFont, PDFFont]

  constructor(page: PDFPage, fonts: readonly [PDFFont, PDFFont]) {
    this.page = page
    this.#fonts = fonts
  }

  static async fonts(document: PDFDocument, family: 'sans' | 'serif' | 'mono'): Promise<readonly [PDFFont, PDFFont]> {
    const names = {
      sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
      serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
      mono: [StandardFonts.Courier, StandardFonts.CourierBold],
    }[family]
    return [await document.embedFont(names[0] ?? ''), await document.embedFont(names[1] ?? '')]
  }

  text(x: number, y: number, text: string, { size = 9, bold = false, align = 'left', color = 0 }: Style = {}): this {
    const font = this.#fonts[bold ? 1 : 0]
    const width = font.widthOfTextAtSize(text, size)
    const left = { left: x, right: x - width, center: x - width / 2 }[align]
    this.page.drawText(text, { x: left, y: this.page.getHeight() - y, size, font, color: rgb(color, color, color) })
    return this
  }

  lines(x: number, y: number, texts: readonly string[], style: Style & { readonly leading?: number } = {}): this {
    for (const [at, text] of texts.entries())
      this.text(x, y + at * (style.leading ?? (style.size ?? 9) * 1.25), text, style)
    return this
  }

  rule(x: number, y: number, width: number): this {
    this.page.drawRectangle({ x, y: this.page.getHeight() - y, width, height: 0.7, color: rgb(0, 0, 0) })
    return this
  }

  bar(x: number, y: number, width: number, height: number, shade: number): this {
    const bottom = this.page.getHeight() - y - height
    this.page.drawRectangle({ x, y: bottom, width, height, color: rgb(shade, shade, shade) })
    return this
  }
}

/** An invented document, with the values that it says. */
export interface Other {
  readonly kind: string
  readonly fields: Readonly<Record<string, string | readonly string[] | null>>
  readonly accept: Readonly<Record<string, readonly (string | readonly string[] | null)[]>>
}

/** The dealership that gets the documents, as printed. */
export const own = ['Lakeshore Honda', '2200 Harbor Blvd', 'Muskegon, MI 49441']

export async function sheetOf(pdf: PDFDocument, family: 'sans' | 'serif' | 'mono' = 'sans'): Promise<Sheet> {
  return new Sheet(pdf.addPage([612, 792]), await Sheet.fonts(pdf, family))
}
