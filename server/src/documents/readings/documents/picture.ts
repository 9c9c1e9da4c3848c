import { wipeLines } from './ruled-lines.ts'
import { combinedOf, type Homography, moved, type Sheet, sheetIn } from './sheet.ts'

/** A gray picture: one byte for each pixel, 0 for black. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface PreparedPicture extends Picture {
  /** Moves a point of the prepared picture to the original one. */
  readonly toOriginal: Homography
}

const block = 16
const mostDegrees = 4
/** The width of a letter page at 200 dots per inch, in pixels. */
const usualWidth = 1700
/** Darker blocks than this share of the paper's brightness belong to a bar with light text. */
const darkShare = 0.55
const fewestDarkBlocks = 12

/**
 * Prepares a scan or photo for recognition: evens out the light, turns bars with light text dark on white, levels the
 * lines, and removes ruled lines.
 */
export function prepare(original: Picture, isPhoto: boolean): PreparedPicture {
  const sheet = isPhoto ? sheetIn(original) : undefined
  const picture = sheet ? cutOut(original, sheet) : original
  const scale = Math.max(1, Math.min(2, usualWidth / picture.width))
  const turn = turned(picture, skewOf(flatten(picture)), scale)
  const level = { ...turn, ...flatten(withoutBars(turn)) }
  wipeLines(level)
  return sheet ? { ...level, toOriginal: combinedOf(sheet.toOriginal, level.toOriginal) } : level
}

/** Draws the sheet in a photo as if seen from straight above. */
function cutOut({ width, height, pixels }: Picture, { size, toOriginal }: Sheet): Picture {
  const result = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [fromX, fromY] = moved(toOriginal, x, y)
      result[y * size.width + x] = pixelAt(pixels, width, height, fromX, fromY)
    }
  return { width: size.width, height: size.height, pixels: result }
}

/** Brightness of the paper for each block: a high percentile of the pixels nearby. */
function paperOf(
  { width, height, pixels }: Picture,
  share: number,
): { columns: number; rows: number; light: Float32Array } {
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)]
  const light = new Float32Array(columns * rows)
  const counts = new Uint16Array(256)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0)
      let total = 0
      for (let y = row * block; y < Math.min(height, (row + 1) * block); y += 1)
        for (let x = column * block; x < Math.min(width, (column + 1) * block); x += 2) {
          increase(counts, pixels[y * width + x] ?? 0)
          total += 1
        }
      light[row * columns + column] = percentile(counts, total * share)
    }
  return { columns, rows, light }
}

function increase(counts: Uint16Array | Float32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

function percentile(counts: Uint16Array, wanted: number): number {
  let seen = 0
  for (let value = 0; value < 256; value += 1) {
    seen += counts[value] ?? 0
    if (seen >= wanted) return value
  }
  return 255
}

/** Divides by the brightness of the paper. */
function flatten(picture: Picture): Picture {
  const { width, height } = picture
  const pixels = Uint8Array.from(picture.pixels)
  const { columns, rows, light } = paperOf({ width, height, pixels }, 0.85)
  const smooth = spread(light, columns, rows)
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(rows - 1, Math.max(0, y / block - 0.5))
    for (let x = 0; x < width; x += 1) {
      const column = Math.min(columns - 1, Math.max(0, x / block - 0.5))
      const paper = Math.max(40, between(smooth, columns, rows, column, row))
      pixels[y * width + x] = Math.min(255, ((pixels[y * width + x] ?? 0) * 250) / paper)
    }
  }
  return { width, height, pixels }
}

function between(values: Float32Array, columns: number, rows: number, column: number, row: number): number {
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)]
  const [shareX, shareY] = [column - left, row - top]
  const at = (x: number, y: number) => values[y * columns + x] ?? 255
  const upper = at(left, top) * (1 - shareX) + at(right, top) * shareX
  const lower = at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX
  return upper * (1 - shareY) + lower * shareY
}

/** The brightest neighbor, then the mean: letters don't darken the paper around them. */
function spread(light: Float32Array, columns: number, rows: number): Float32Array {
  const around = (values: Float32Array, merge: (near: number[]) => number) => {
    const result = new Float32Array(values.length)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const near: number[] = []
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
            near.push(values[y * columns + x] ?? 255)
        result[row * columns + column] = merge(near)
      }
    return result
  }
  const brightest = around(light, (near) => Math.max(...near))
  return around(brightest, (near) => near.reduce((sum, value) => sum + value, 0) / near.length)
}

/** Inverts connected dark blocks, such as the bar behind a table's headers. Small or thin dark areas stay. */
function withoutBars({ width, height, pixels: original }: Picture): Picture {
  const pixels = Uint8Array.from(original)
  const { columns, rows, light } = paperOf({ width, height, pixels }, 0.72)
  const paper = percentileOf(light, 0.8)
  const isDark = light.map((value) => (value < paper * darkShare ? 1 : 0))
  for (const area of areasOf(isDark, columns, rows)) {
    const touchesEdge = area.some(
      (at) => at % columns === 0 || at % columns === columns - 1 || at < columns || at >= columns * (rows - 1),
    )
    if (
      area.length < fewestDarkBlocks ||
      (touchesEdge && !isBar(area, columns, rows)) ||
      area.length > (columns * rows) / 3
    )
      continue
    for (const at of filled(area, columns))
      invertBlock(at % columns, Math.floor(at / columns), { width, height, pixels })
  }
  return { width, height, pixels }
}

/** True for a bar across the page, as behind a letterhead that goes to the edges of the paper. */
function isBar(area: readonly number[], columns: number, rows: number): boolean {
  const [lefts, tops] = [area.map((at) => at % columns), area.map((at) => Math.floor(at / columns))]
  const [wide, high] = [Math.max(...lefts) - Math.min(...lefts) + 1, Math.max(...tops) - Math.min(...tops) + 1]
  return wide > columns * 0.6 && high >= 3 && high < rows / 6 && area.length > wide * high * 0.6
}

/** The blocks of a bar with those that its letters brighten. */
function filled(area: readonly number[], columns: number): readonly number[] {
  const places = area.map((at) => [at % columns, Math.floor(at / columns)] as const)
  const [lefts, tops] = [places.map(([column]) => column), places.map(([, row]) => row)]
  const [left, right, top, bottom] = [Math.min(...lefts), Math.max(...lefts), Math.min(...tops), Math.max(...tops)]
  const [wide, high] = [right - left + 1, bottom - top + 1]
  if (area.length < wide * high * 0.5) return area
  return Array.from({ length: wide * high }, (_, at) => (top + Math.floor(at / wide)) * columns + left + (at % wide))
}

function invertBlock(
  column: number,
  row: number,
  { width, height, pixels }: { width: number; height: number; pixels: Uint8Array },
): void {
  for (let y = row * block; y < Math.min(height, (row + 1) * block); y += 1)
    for (let x = column * block; x < Math.min(width, (column + 1) * block); x += 1)
      pixels[y * width + x] = 255 - (pixels[y * width + x] ?? 0)
}

function percentileOf(values: Float32Array, share: number): number {
  return values.toSorted()[Math.floor(values.length * share)] ?? 255
}

function areasOf(marks: Float32Array, columns: number, rows: number): number[][] {
  const seen = new Uint8Array(marks.length)
  const areas: number[][] = []
  for (let start = 0; start < marks.length; start += 1) {
    if (!marks[start] || seen[start]) continue
    const area = [start]
    seen[start] = 1
    for (const at of area)
      for (const next of neighbors(at, columns, rows)) {
        if (!marks[next] || seen[next]) continue
        seen[next] = 1
        area.push(next)
      }
    areas.push(area)
  }
  return areas
}

function neighbors(at: number, columns: number, rows: number): number[] {
  const column = at % columns
  const near = [at - columns, at + columns]
  if (column > 0) near.push(at - 1)
  if (column < columns - 1) near.push(at + 1)
  return near.filter((each) => each >= 0 && each < columns * rows)
}

/** The angle in radians by which text lines rise, found where rows of pixels differ most. */
function skewOf({ width, height, pixels }: Picture): number {
  const points: [number, number][] = []
  const edge = Math.round(width / 40)
  for (let y = edge; y < height - edge; y += 1)
    for (let x = edge; x < width - edge; x += 5) if ((pixels[y * width + x] ?? 255) < 130) points.push([x, y])
  const sharpness = (angle: number) => {
    const counts = new Float32Array(height + 2 * width)
    const slope = Math.tan(angle)
    for (const [x, y] of points) increase(counts, Math.round(y - x * slope + width * 0.5))
    let sum = 0
    for (let at = 1; at < counts.length; at += 1) sum += ((counts[at] ?? 0) - (counts[at - 1] ?? 0)) ** 2
    return sum
  }
  const best = (from: number, to: number, step: number) => {
    let [angle, most] = [0, -1]
    for (let degrees = from; degrees <= to; degrees += step) {
      const value = sharpness((degrees * Math.PI) / 180)
      if (value > most) [angle, most] = [degrees, value]
    }
    return angle
  }
  const coarse = best(-mostDegrees, mostDegrees, 0.4)
  return (best(coarse - 0.4, coarse + 0.4, 0.08) * Math.PI) / 180
}

/** Turns a picture level and enlarges it, with interpolated pixels. */
function turned({ width, height, pixels }: Picture, angle: number, scale: number): PreparedPicture {
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  const result = new Uint8Array(wide * high)
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const [middleX, middleY] = [width / 2, height / 2]
  const e = middleX - (cos * wide - sin * high) / 2
  const f = middleY - (sin * wide + cos * high) / 2
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [fromX, fromY] = [cos * x - sin * y + e, sin * x + cos * y + f]
      // Beside the picture, its edge goes on: white corners would count as paper.
      const [inX, inY] = [Math.max(0, Math.min(width - 1.01, fromX)), Math.max(0, Math.min(height - 1.01, fromY))]
      result[y * wide + x] = pixelAt(pixels, width, height, inX, inY)
    }
  return { width: wide, height: high, pixels: result, toOriginal: [cos, -sin, e, sin, cos, f, 0, 0, 1] }
}

function pixelAt(pixels: Uint8Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255
  const [shareX, shareY] = [x - left, y - top]
  const at = top * width + left
  const upper = (pixels[at] ?? 255) * (1 - shareX) + (pixels[at + 1] ?? 255) * shareX
  const lower = (pixels[at + width] ?? 255) * (1 - shareX) + (pixels[at + width + 1] ?? 255) * shareX
  return upper * (1 - shareY) + lower * shareY
}
