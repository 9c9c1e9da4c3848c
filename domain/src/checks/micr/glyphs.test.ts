import { expect, test } from 'vitest'
import { type MicrSymbol, micrPaths, micrSymbols, type OutlineStep } from './glyphs.ts'

/** The bitmaps in the reference, top row first. A row is half a cell high, and a column is one cell wide. */
const maps = `
0        1        2        3        4        5        6
.#####.  ...##..  ...####  ..####.  .##....  ..#####  .####..
#######  ...##..  ...####  ..####.  .##....  ..#####  .####..
#.....#  ...##..  ......#  .....#.  .##....  ..#....  .#..#..
#.....#  ....#..  ......#  .....#.  .##....  ..#....  .#..#..
#.....#  ....#..  ......#  .....#.  .##....  ..#....  .#..#..
#.....#  ....#..  ......#  .....#.  .##....  ..#....  .#.....
#.....#  ....#..  ......#  .....#.  .##....  ..#....  .#.....
#.....#  ....#..  ......#  .....#.  .##....  ..#....  .#.....
#.....#  ....#..  ...####  ..####.  .##....  ..#####  .#.....
#.....#  ....#..  ...####  ..#####  .##....  ..#####  .#.....
#.....#  ...####  ...#...  .....##  .##..##  ......#  .######
#.....#  ...####  ...#...  .....##  .##..##  ......#  .######
#.....#  ...####  ...#...  .....##  .######  ......#  .#....#
#.....#  ...####  ...#...  .....##  .######  ......#  .#....#
#.....#  ...####  ...#...  .....##  .....##  ......#  .#....#
#.....#  ...####  ...#...  .....##  .....##  ......#  .#....#
#######  ...####  ...####  ..#####  .....##  ..#####  .######
.#####.  ...####  ...####  ..#####  .....##  ..#####  .######

7        8        9        transit  amount   onUs     dash
..#####  .#####.  .######  ....###  .....##  .......  .......
..#####  .#####.  .######  ....###  .....##  ....###  .......
..#...#  .#...#.  .#....#  ....###  .....##  ....###  .......
..#...#  .#...#.  .#....#  ##..###  .....##  #.#.###  .......
..#...#  .#...#.  .#....#  ##..###  .....##  #.#.###  .......
..#...#  .#...#.  .#....#  ##..###  ...#.##  #.#.###  ##.##.#
......#  .#...#.  .#....#  ##.....  ...#.##  #.#.###  ##.##.#
.....##  .#...#.  .#....#  ##.....  ...#.##  #.#.###  ##.##.#
....##.  .#####.  .######  ##.....  ...#...  #.#.###  ##.##.#
....#..  #######  .######  ##.....  ...#...  #.#....  ##.##.#
....#..  ##...##  .....##  ##.....  ##.#...  #.#....  ##.##.#
....#..  ##...##  .....##  ##.....  ##.#...  #.#....  ##.##.#
....#..  ##...##  .....##  ##..###  ##.#...  #.#....  ##.##.#
....#..  ##...##  .....##  ##..###  ##.....  #.#....  .......
....#..  ##...##  .....##  ##..###  ##.....  #.#....  .......
....#..  ##...##  .....##  ....###  ##.....  .......  .......
....#..  #######  .....##  ....###  ##.....  .......  .......
....#..  #######  .....##  ....###  ##.....  .......  .......
`

/** The bitmap of each symbol, with its rows joined into one string. */
const expected = new Map(
  maps
    .trim()
    .split('\n\n')
    .flatMap((block) => {
      const [names = '', ...rows] = block.split('\n')
      return names
        .split(/ +/)
        .map((name, index) => [name, rows.map((row) => row.split('  ')[index]).join('\n')] as const)
    }),
)

/** Widths in thousandths of an inch. */
const widths: Readonly<Record<MicrSymbol, number>> = {
  '0': 91,
  '1': 52,
  '2': 52,
  '3': 65,
  '4': 78,
  '5': 65,
  '6': 78,
  '7': 65,
  '8': 91,
  '9': 78,
  transit: 91,
  amount: 91,
  onUs: 91,
  dash: 91,
}

test.each(micrSymbols)('fills the half cells in the bitmap of the symbol %s', (symbol) => {
  expect(mapOf(symbol)).toBe(expected.get(symbol))
})

test.each(micrSymbols)('gives the symbol %s its required width, ending at the right edge of its box', (symbol) => {
  const xs = polygonsOf(symbol).flatMap((polygon) => polygon.map(([x]) => x))
  expect(Math.max(...xs)).toBeCloseTo(7, 9)
  expect((7 - Math.min(...xs)) * 13).toBeCloseTo(widths[symbol], 9)
})

test('centers bars and dashes 4.5 cells above the baseline', () => {
  const heights = (symbol: MicrSymbol) => polygonsOf(symbol).map((polygon) => range(polygon.map(([, y]) => y)))
  expect(heights('dash')).toEqual([range([2.5, 6.5]), range([2.5, 6.5]), range([2.5, 6.5])])
  expect(heights('onUs')).toEqual([range([1.5, 7.5]), range([1.5, 7.5]), range([4.5, 8.5])])
  expect(heights('amount')[1]).toEqual(range([2.25, 6.75]))
  expect(heights('transit')[0]).toEqual(range([1.5, 7.5]))
})

test('ends a one-cell stroke in a half circle, and rounds the corners of the digit 0 more', () => {
  const areaOf = (symbol: MicrSymbol) =>
    polygonsOf(symbol).map((polygon) =>
      Math.abs(
        polygon.reduce((sum, [x, y], index) => sum + cross([x, y], polygon[(index + 1) % polygon.length]), 0) / 2,
      ),
    )
  const missing = (radius: number) => (4 - Math.PI) * radius ** 2
  const close = (actual: number | undefined, wanted: number) =>
    expect(Math.abs((actual ?? 0) - wanted)).toBeLessThan(0.03)
  close(areaOf('onUs')[0], 6 - missing(0.5))
  close(areaOf('0')[0], 63 - missing(2))
  close(areaOf('0')[1], 35 - missing(1))
})

type Corner = readonly [number, number]

function cross([x, y]: Corner, other: Corner | undefined): number {
  return x * (other?.[1] ?? 0) - y * (other?.[0] ?? 0)
}

function range(numbers: readonly number[]): string {
  return `${Math.min(...numbers).toFixed(6)} to ${Math.max(...numbers).toFixed(6)}`
}

/** The bitmap of a symbol's outline. A half cell is set if more than half of its 64 sample points are filled. */
function mapOf(symbol: MicrSymbol): string {
  const polygons = polygonsOf(symbol)
  return Array.from({ length: 18 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => (filledIn(polygons, column, 9 - (row + 1) / 2) > 0.5 ? '#' : '.')).join(
      '',
    ),
  ).join('\n')
}

function filledIn(polygons: readonly (readonly Corner[])[], left: number, low: number): number {
  let filled = 0
  for (let x = 0; x < 8; x += 1)
    for (let y = 0; y < 8; y += 1) if (isFilled(polygons, [left + (x + 0.5) / 8, low + (y + 0.5) / 16])) filled += 1
  return filled / 64
}

/** The even-odd rule: a ray to the right crosses an odd number of edges. */
function isFilled(polygons: readonly (readonly Corner[])[], [x, y]: Corner): boolean {
  const edges = polygons.flatMap((polygon) =>
    polygon.map((from, index) => [from, polygon[(index + 1) % polygon.length] ?? from] as const),
  )
  const crossed = edges.filter(
    ([from, to]) => from[1] > y !== to[1] > y && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]),
  )
  return crossed.length % 2 === 1
}

/** The outlines of a symbol as polygons, with sixteen straight lines for each curve. */
function polygonsOf(symbol: MicrSymbol): Corner[][] {
  return micrPaths(symbol).map((steps) => {
    const corners: Corner[] = []
    for (const step of steps) {
      if (step.kind === 'curve') corners.push(...bent(corners.at(-1) ?? step.to, step))
      else corners.push(step.to)
    }
    return corners
  })
}

function bent(from: Corner, { handles, to }: Extract<OutlineStep, { kind: 'curve' }>): Corner[] {
  const at = (axis: 0 | 1, part: number) =>
    (1 - part) ** 3 * from[axis] +
    3 * (1 - part) ** 2 * part * handles[0][axis] +
    3 * (1 - part) * part ** 2 * handles[1][axis] +
    part ** 3 * to[axis]
  return Array.from({ length: 16 }, (_, index) => [at(0, (index + 1) / 16), at(1, (index + 1) / 16)])
}

/**
 * The corner coordinates from section 1.3 of the reference, in cells from the lower left corner of the box. Each group
 * of words is one outline.
 */
const corners: Readonly<Record<MicrSymbol, readonly string[]>> = {
  '0': ['0,0 7,0 7,9 0,9', '1,1 6,1 6,8 1,8'],
  '1': ['3,0 7,0 7,4 5,4 5,9 3,9 3,7.5 4,7.5 4,4 3,4'],
  '2': ['3,0 7,0 7,1 4,1 4,4 7,4 7,9 3,9 3,8 6,8 6,5 3,5'],
  '3': ['2,0 7,0 7,4.5 6,4.5 6,9 2,9 2,8 5,8 5,5 2,5 2,4 5,4 5,1 2,1'],
  '4': ['5,0 7,0 7,4 5,4 5,3 3,3 3,9 1,9 1,2 5,2'],
  '5': ['2,0 7,0 7,5 3,5 3,8 7,8 7,9 2,9 2,4 6,4 6,1 2,1'],
  '6': ['1,0 7,0 7,4 2,4 2,8 4,8 4,6.5 5,6.5 5,9 1,9', '2,1 6,1 6,3 2,3'],
  '7': ['4,0 5,0 5,4.15 7,5.02 7,9 2,9 2,6 3,6 3,8 6,8 6,5.68 4,4.81'],
  '8': ['0,0 7,0 7,4.5 6,4.5 6,9 1,9 1,4.5 0,4.5', '2,1 5,1 5,4 2,4', '2,5 5,5 5,8 2,8'],
  '9': ['5,0 7,0 7,9 1,9 1,4 5,4', '2,5 6,5 6,8 2,8'],
  transit: ['0,1.5 2,1.5 2,7.5 0,7.5', '4,0 7,0 7,3 4,3', '4,6 7,6 7,9 4,9'],
  amount: ['0,0 2,0 2,4 0,4', '3,2.25 4,2.25 4,6.75 3,6.75', '5,5 7,5 7,9 5,9'],
  onUs: ['0,1.5 1,1.5 1,7.5 0,7.5', '2,1.5 3,1.5 3,7.5 2,7.5', '4,4.5 7,4.5 7,8.5 4,8.5'],
  dash: ['0,2.5 2,2.5 2,6.5 0,6.5', '3,2.5 5,2.5 5,6.5 3,6.5', '6,2.5 7,2.5 7,6.5 6,6.5'],
}

test.each(micrSymbols)('draws the symbol %s along its edges with the specified radius at each corner', (symbol) => {
  const radii = symbol === '0' ? [2, 1] : [0.5]
  const drawn = polygonsOf(symbol)
  expect(drawn).toHaveLength(corners[symbol].length)
  for (const [index, row] of corners[symbol].entries()) {
    const radius = radii[index] ?? 0.5
    const wanted = row.split(' ').map((corner): Corner => {
      const [x = 0, y = 0] = corner.split(',').map(Number)
      return [x, y]
    })
    const outline = drawn[index] ?? []
    for (const [place, corner] of wanted.entries()) {
      const next = wanted[(place + 1) % wanted.length] ?? corner
      const middle: Corner = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]
      expect(distanceTo(outline, middle)).toBeLessThan(0.001)
      expect(distanceTo(outline, corner)).toBeCloseTo(radius * (1 / Math.sin(angleAt(wanted, place) / 2) - 1), 2)
    }
  }
})

/** The angle between the two edges at a corner. */
function angleAt(polygon: readonly Corner[], place: number): number {
  const corner = polygon[place] ?? [0, 0]
  const [before, after] = [polygon.at(place - 1) ?? corner, polygon[(place + 1) % polygon.length] ?? corner].map(
    ([x, y]): Corner => [x - corner[0], y - corner[1]],
  ) as [Corner, Corner]
  const along = before[0] * after[0] + before[1] * after[1]
  return Math.acos(along / (Math.hypot(...before) * Math.hypot(...after)))
}

/** The distance of a point from the nearest edge of a polygon. */
function distanceTo(polygon: readonly Corner[], [x, y]: Corner): number {
  const distances = polygon.map(([fromX, fromY], index) => {
    const [toX, toY] = polygon[(index + 1) % polygon.length] ?? [fromX, fromY]
    const [width, height] = [toX - fromX, toY - fromY]
    const square = width ** 2 + height ** 2
    const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * width + (y - fromY) * height) / square))
    return Math.hypot(x - fromX - part * width, y - fromY - part * height)
  })
  return Math.min(...distances)
}
