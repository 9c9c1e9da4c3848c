import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A text on a page. `x` and the baseline are in points from the page's upper left corner. */
export interface ReadText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly width: number
}

/**
 * A shape filled by the even-odd rule. Edges are in points: left and right from the left edge, low and high from the
 * bottom.
 */
export interface ReadShape {
  readonly left: number
  readonly right: number
  readonly low: number
  readonly high: number
  /** The distinct points of its path in its own coordinates, in tenths of a point. */
  readonly points: string
}

export interface ReadPage {
  readonly width: number
  readonly height: number
  readonly texts: readonly ReadText[]
  readonly shapes: readonly ReadShape[]
}

type Matrix = readonly [number, number, number, number, number, number]

const unchanged: Matrix = [1, 0, 0, 1, 0, 0]

/** The contents of a file's pages, read by a different library than the one that wrote it. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPage[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const document = await task.promise
  const pages: ReadPage[] = []
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(await readPage(await document.getPage(number)))
  await task.destroy()
  return pages
}

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const { width, height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a, b, , , x, y] = matrixOf(item.transform)
    return [{ text: item.str, x, y: height - y, size: Math.hypot(a, b), width: item.width }]
  })
  const { fnArray, argsArray } = await page.getOperatorList()
  return { width, height, texts, shapes: shapesOf(fnArray, argsArray) }
}

function shapesOf(operators: readonly number[], args: readonly unknown[]): ReadShape[] {
  const shapes: ReadShape[] = []
  const kept: Matrix[] = []
  let matrix = unchanged
  const begins = [OPS.save, OPS.paintFormXObjectBegin]
  const ends = [OPS.restore, OPS.paintFormXObjectEnd]
  for (const [index, operator] of operators.entries()) {
    const given = listOf(args[index])
    if (begins.includes(operator)) kept.push(matrix)
    if (ends.includes(operator)) matrix = kept.pop() ?? unchanged
    if (operator === OPS.transform) matrix = times(matrix, matrixOf(given))
    if (operator === OPS.constructPath && given[0] === OPS.eoFill)
      shapes.push(shapeOf(listOf(listOf(given[1])[0]).map(Number), matrix))
  }
  return shapes
}

/**
 * The points of an encoded path: 0 is a move and a point, 1 a line and a point, 2 a curve and three points, 4 a close.
 */
function pointsIn(path: readonly number[]): [number, number][] {
  const points: [number, number][] = []
  let at = 0
  while (at < path.length) {
    const count = [1, 1, 3, 2, 0][path[at] ?? 4] ?? 0
    for (let point = 0; point < count; point += 1)
      points.push([path[at + 1 + point * 2] ?? 0, path[at + 2 + point * 2] ?? 0])
    at += 1 + count * 2
  }
  return points
}

function shapeOf(path: readonly number[], [a, b, c, d, e, f]: Matrix): ReadShape {
  const own = pointsIn(path)
  const placed = own.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f] as const)
  const [xs, ys] = [placed.map(([x]) => x), placed.map(([, y]) => y)]
  const edges = { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) }
  return { ...edges, points: pointsText(own) }
}

/** Distinct points in tenths, in order, for comparison. */
export function pointsText(points: readonly (readonly [number, number])[]): string {
  const rounded = points.map(([x, y]) => `${Math.round(x * 10)},${Math.round(y * 10)}`)
  return [...new Set(rounded)].sort().join(' ')
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function matrixOf(numbers: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = numbers.map(Number)
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0]
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value instanceof Float32Array ? [...value] : []
}
