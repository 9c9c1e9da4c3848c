import { chart, partsOfChart, shadesOfChart } from './chart.ts'
import { pdfOf } from './documents.ts'

/** The sides of a cell in points. */
const cell = 15
/** A page filled by the chart. */
export const box = { width: chart.across * cell, height: chart.down * cell } as const

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly shade: number
}

type Part = 'frame' | 'corner' | 'bar' | 'stamp'

const { frame, paper } = shadesOfChart
const rectangles: Readonly<Record<Part, readonly Rectangle[]>> = {
  frame: [
    { x: 0, y: 0, width: chart.across, height: chart.down, shade: frame },
    { x: 1, y: 1, width: chart.across - 2, height: chart.down - 2, shade: paper },
  ],
  corner: [partsOfChart.corner],
  bar: [partsOfChart.bar],
  // Content that must not be visible.
  stamp: [{ x: 2, y: 5, width: 6, height: 2, shade: 0 }],
}

/** The operators that draw parts of the chart on its page. */
export function drawn(...parts: readonly Part[]): string {
  return parts
    .flatMap((part) => rectangles[part])
    .map(({ x, y, width, height, shade }) => {
      const place = [x, chart.down - y - height, width, height].map((value) => value * cell)
      return `${shade / 255} g ${place.join(' ')} re f`
    })
    .join('\n')
}

export const whole = drawn('frame', 'corner', 'bar')
export const withoutBar = drawn('frame', 'corner')

export function stream(dictionary: string, content: string): string {
  return `<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** A form drawn on the page, covering it. */
export function form(content: string, entries = '', resources = ''): string {
  const dictionary = `/Type/XObject/Subtype/Form/BBox[0 0 ${box.width} ${box.height}]`
  return stream(`${dictionary}/Resources<<${resources}>>${entries}`, content)
}

/** An annotation whose appearance is the object with this number. */
export function annotation(appearance: number, entries: string, subtype = 'Stamp'): string {
  const rect = `/Rect[0 0 ${box.width} ${box.height}]`
  return `<</Type/Annot/Subtype/${subtype}${rect}/AP<</N ${appearance} 0 R>>${entries}>>`
}

interface Page {
  readonly content?: string
  /** Additional entries of the page, its resources, the catalog, and the page tree root. */
  readonly page?: string
  readonly resources?: string
  readonly catalog?: string
  readonly pages?: string
  readonly mediaBox?: string
  /** Objects from number 5 on. */
  readonly more?: readonly string[]
}

/** The objects of a one-page PDF: catalog, page tree, the page and its content, and additional ones. */
export function objectsOf({ content = whole, page = '', resources = '', catalog = '', pages = '', ...rest }: Page) {
  const { mediaBox = `/MediaBox[0 0 ${box.width} ${box.height}]`, more = [] } = rest
  return [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[3 0 R]/Count 1${pages}>>`,
    `<</Type/Page/Parent 2 0 R${mediaBox}/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    stream('', content),
    ...more,
  ]
}

/** A one-page PDF. */
export function pageOf(page: Page): Buffer {
  return fileOf(objectsOf(page))
}

/** A PDF with these objects, the first of which is its catalog. */
export function fileOf(objects: readonly string[]): Buffer {
  return pdfOf('', objects).buffer
}

/** The drawing, rotated so that it is upright on a page with this clockwise rotation in degrees. */
export function turned(degrees: 90 | 180 | 270, content = whole): string {
  const { width, height } = box
  const matrix = { 90: [0, 1, -1, 0, height, 0], 180: [-1, 0, 0, -1, width, height], 270: [0, -1, 1, 0, 0, width] }
  return `q ${matrix[degrees].join(' ')} cm\n${content}\nQ`
}
