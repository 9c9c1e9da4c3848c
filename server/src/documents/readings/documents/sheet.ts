/** A projective transform: three rows of a matrix. */
export type Homography = readonly number[]

/** A sheet of paper in a photo. */
export interface Sheet {
  readonly size: { readonly width: number; readonly height: number }
  /** Moves a point of the sheet to the photo. */
  readonly toOriginal: Homography
}

type Point = readonly [x: number, y: number]

const cell = 8
/** A smaller share of the photo is no sheet. */
const smallestShare = 0.3
const sheetWidth = 1700

export function moved(
  [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1]: Homography,
  x: number,
  y: number,
): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/** The transform that applies the second one, then the first. */
export function combinedOf(first: Homography, second: Homography): Homography {
  const at = (matrix: Homography, row: number, column: number) => matrix[row * 3 + column] ?? 0
  return Array.from({ length: 9 }, (_, place) => {
    const [row, column] = [Math.floor(place / 3), place % 3]
    return (
      at(first, row, 0) * at(second, 0, column) +
      at(first, row, 1) * at(second, 1, column) +
      at(first, row, 2) * at(second, 2, column)
    )
  })
}

/** Finds the bright sheet in a photo by fitting lines to its four edges, or returns undefined. */
export function sheetIn({
  width,
  height,
  pixels,
}: {
  width: number
  height: number
  pixels: Uint8Array
}): Sheet | undefined {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  const light = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let sum = 0
      for (let y = 1; y < cell; y += 3)
        for (let x = 1; x < cell; x += 3) sum += pixels[(row * cell + y) * width + column * cell + x] ?? 0
      light[row * columns + column] = sum / 9
    }
  const isBright = brightCells(light, columns, rows)
  const across = (line: number, place: number) => isBright[line * columns + place] === 1
  const down = (line: number, place: number) => isBright[place * columns + line] === 1
  const left = edge(rows, columns, across, false)
  const right = edge(rows, columns, across, true)
  const top = edge(columns, rows, down, false)
  const bottom = edge(columns, rows, down, true)
  if (!left || !right || !top || !bottom) return undefined
  const corners = [crossing(left, top), crossing(right, top), crossing(right, bottom), crossing(left, bottom)].map(
    ([x, y]): Point => [x * cell, y * cell],
  )
  return sheetOf(corners, width, height)
}

/** Cells as bright as paper, only those connected to the middle of the photo. */
function brightCells(light: Float32Array, columns: number, rows: number): Uint8Array {
  const limit = otsu(light)
  const result = new Uint8Array(light.length)
  const start = Array.from({ length: rows * columns }, (_, at) => at).filter((at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    return (
      Math.abs(column - columns / 2) < columns / 6 && Math.abs(row - rows / 2) < rows / 6 && (light[at] ?? 0) > limit
    )
  })
  const queue = start
  for (const at of queue) result[at] = 1
  for (const at of queue)
    for (const next of [at - 1, at + 1, at - columns, at + columns])
      if (next >= 0 && next < light.length && !result[next] && (light[next] ?? 0) > limit) {
        result[next] = 1
        queue.push(next)
      }
  return result
}

function otsu(values: Float32Array): number {
  const counts = new Float64Array(256)
  for (const value of values) {
    const at = Math.min(255, Math.round(value))
    counts[at] = (counts[at] ?? 0) + 1
  }
  const total = values.length
  const all = counts.reduce((sum, count, value) => sum + count * value, 0)
  let [best, most, below, sum] = [128, -1, 0, 0]
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0
    sum += (counts[value] ?? 0) * value
    if (below === 0 || below === total) continue
    const spread = below * (total - below) * (sum / below - (all - sum) / (total - below)) ** 2
    if (spread > most) [best, most] = [value, spread]
  }
  return best
}

/** A line `place = slope * line + start` along the first or last bright cells. */
interface Line {
  readonly slope: number
  readonly start: number
  readonly isUpright: boolean
}

function edge(
  lines: number,
  length: number,
  isBright: (line: number, place: number) => boolean,
  isLast: boolean,
): Line | undefined {
  const points: Point[] = []
  for (let line = Math.round(lines * 0.12); line < lines * 0.88; line += 1) {
    const places = Array.from({ length }, (_, place) => (isLast ? length - 1 - place : place))
    const place = places.find((each) => isBright(line, each) && isBright(line, isLast ? each - 1 : each + 1))
    if (place !== undefined) points.push([line, place + (isLast ? 1 : 0)])
  }
  if (points.length < lines * 0.3) return undefined
  return fitted(points, isLast)
}

/** Of lines through two points each, the one that most points are near. Points inside the sheet are dark bars. */
function fitted(points: readonly Point[], isLast: boolean): Line | undefined {
  let [best, most]: [Line | undefined, number] = [undefined, 0]
  const step = Math.max(1, Math.floor(points.length / 40))
  for (let one = 0; one < points.length; one += step)
    for (let other = one + Math.floor(points.length / 4); other < points.length; other += step) {
      const [[x, y], [x2, y2]] = [points[one] ?? [0, 0], points[other] ?? [1, 0]]
      const slope = (y2 - y) / (x2 - x)
      if (Math.abs(slope) > 0.25) continue
      const start = y - slope * x
      const count = points.filter(([at, place]) => Math.abs(place - slope * at - start) < 1.2).length
      if (count > most) [best, most] = [{ slope, start, isUpright: isLast }, count]
    }
  return most > points.length * 0.35 ? best : undefined
}

/** Where an upright edge (x by y) and a level edge (y by x) meet. */
function crossing(upright: Line, level: Line): Point {
  const y = (level.slope * upright.start + level.start) / (1 - level.slope * upright.slope)
  return [upright.slope * y + upright.start, y]
}

function sheetOf(corners: readonly Point[], width: number, height: number): Sheet | undefined {
  const [one = [0, 0], two = [0, 0], three = [0, 0], four = [0, 0]] = corners
  const area =
    Math.abs(
      corners.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = corners[(at + 1) % 4] ?? [0, 0]
        return sum + x * nextY - nextX * y
      }, 0),
    ) / 2
  if (area < width * height * smallestShare) return undefined
  const far = ([x, y]: Point, [x2, y2]: Point) => Math.hypot(x - x2, y - y2)
  const [wide, high] = [(far(one, two) + far(four, three)) / 2, (far(one, four) + far(two, three)) / 2]
  const scale = Math.max(1, Math.min(2, sheetWidth / wide))
  const size = { width: Math.round(wide * scale), height: Math.round(high * scale) }
  return {
    size,
    toOriginal: combinedOf(fromSquare([one, two, three, four]), [1 / size.width, 0, 0, 0, 1 / size.height, 0, 0, 0, 1]),
  }
}

/** The transform from the unit square to a quadrilateral. */
function fromSquare([one = [0, 0], two = [0, 0], three = [0, 0], four = [0, 0]]: readonly Point[]): Homography {
  const [dx, dy] = [one[0] - two[0] + three[0] - four[0], one[1] - two[1] + three[1] - four[1]]
  const [ax, ay, bx, by] = [two[0] - three[0], two[1] - three[1], four[0] - three[0], four[1] - three[1]]
  const area = ax * by - bx * ay
  const [g, h] = [(dx * by - bx * dy) / area, (ax * dy - dx * ay) / area]
  return [
    two[0] - one[0] + g * two[0],
    four[0] - one[0] + h * four[0],
    one[0],
    two[1] - one[1] + g * two[1],
    four[1] - one[1] + h * four[1],
    one[1],
    g,
    h,
    1,
  ]
}
