/** The 14 shapes of E-13B by meaning. Unicode swaps the names of on-us and dash, so code points aren't used. */
export const micrSymbols = [
  ...(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const),
  ...(['transit', 'amount', 'onUs', 'dash'] as const),
] as const
export type MicrSymbol = (typeof micrSymbols)[number]

/** The size of a grid cell in points: 0.013 inch. Boxes are 7 cells wide and 9 high. */
export const micrCell = 0.936

type Point = readonly [x: number, y: number]

/** A closed outline in cells from the lower left corner of the box; `radius` rounds the corners. */
interface Outline {
  readonly corners: readonly Point[]
  readonly radius: number
}

/** A segment of an outline, in cells. `curve`: two control points of a cubic Bézier curve, and its end. */
export type OutlineStep =
  | { readonly kind: 'move' | 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly handles: readonly [Point, Point]; readonly to: Point }

const rectangle = (left: number, low: number, right: number, high: number, radius = 0.5): Outline => ({
  corners: [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ],
  radius,
})

/** Corners written as `x,y x,y`. */
const shape = (corners: string): Outline => ({
  corners: corners.split(' ').map((corner) => {
    const [x, y] = corner.split(',').map(Number)
    return [x ?? 0, y ?? 0]
  }),
  radius: 0.5,
})

/** Filled by the even-odd rule: an outline inside another is a hole. All shapes end at the right edge of the box. */
const outlines: Readonly<Record<MicrSymbol, readonly Outline[]>> = {
  '0': [rectangle(0, 0, 7, 9, 2), rectangle(1, 1, 6, 8, 1)],
  '1': [shape('3,0 7,0 7,4 5,4 5,9 3,9 3,7.5 4,7.5 4,4 3,4')],
  '2': [shape('3,0 7,0 7,1 4,1 4,4 7,4 7,9 3,9 3,8 6,8 6,5 3,5')],
  '3': [shape('2,0 7,0 7,4.5 6,4.5 6,9 2,9 2,8 5,8 5,5 2,5 2,4 5,4 5,1 2,1')],
  '4': [shape('5,0 7,0 7,4 5,4 5,3 3,3 3,9 1,9 1,2 5,2')],
  '5': [shape('2,0 7,0 7,5 3,5 3,8 7,8 7,9 2,9 2,4 6,4 6,1 2,1')],
  '6': [shape('1,0 7,0 7,4 2,4 2,8 4,8 4,6.5 5,6.5 5,9 1,9'), rectangle(2, 1, 6, 3)],
  '7': [shape('4,0 5,0 5,4.15 7,5.02 7,9 2,9 2,6 3,6 3,8 6,8 6,5.68 4,4.81')],
  '8': [shape('0,0 7,0 7,4.5 6,4.5 6,9 1,9 1,4.5 0,4.5'), rectangle(2, 1, 5, 4), rectangle(2, 5, 5, 8)],
  '9': [shape('5,0 7,0 7,9 1,9 1,4 5,4'), rectangle(2, 5, 6, 8)],
  transit: [rectangle(0, 1.5, 2, 7.5), rectangle(4, 0, 7, 3), rectangle(4, 6, 7, 9)],
  amount: [rectangle(0, 0, 2, 4), rectangle(3, 2.25, 4, 6.75), rectangle(5, 5, 7, 9)],
  onUs: [rectangle(0, 1.5, 1, 7.5), rectangle(2, 1.5, 3, 7.5), rectangle(4, 4.5, 7, 8.5)],
  dash: [rectangle(0, 2.5, 2, 6.5), rectangle(3, 2.5, 5, 6.5), rectangle(6, 2.5, 7, 6.5)],
}

/** The closed paths of a shape, in cells, to be filled by the even-odd rule. */
export function micrPaths(symbol: MicrSymbol): OutlineStep[][] {
  return outlines[symbol].map(rounded)
}

/** Cuts back each corner and joins the ends with a curve: an arc, accurate to a thousandth of its radius. */
function rounded({ corners, radius }: Outline): OutlineStep[] {
  return corners.flatMap((corner, index): OutlineStep[] => {
    const before = unitTo(corner, corners.at(index - 1) ?? corner)
    const after = unitTo(corner, corners[(index + 1) % corners.length] ?? corner)
    const angle = Math.acos(before[0] * after[0] + before[1] * after[1])
    const cut = radius / Math.tan(angle / 2)
    const handle = cut - (4 / 3) * Math.tan((Math.PI - angle) / 4) * radius
    const along = (way: Point, distance: number): Point => [
      corner[0] + way[0] * distance,
      corner[1] + way[1] * distance,
    ]
    return [
      { kind: index === 0 ? 'move' : 'line', to: along(before, cut) },
      { kind: 'curve', handles: [along(before, handle), along(after, handle)], to: along(after, cut) },
    ]
  })
}

function unitTo(from: Point, to: Point): Point {
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(x, y)
  return [x / length, y / length]
}
