/**
 * A chart of gray cells that looks different when rotated, mirrored, cropped, or shifted. Every compared file with the
 * chart shows the same image.
 */
export const chart = { across: 12, down: 8 } as const

export const shadesOfChart = { paper: 255, frame: 64, corner: 0, bar: 128 } as const

/** Parts of the chart: cells from `x` and `y` on, from the upper left corner. */
export const partsOfChart = {
  corner: { x: 2, y: 2, width: 3, height: 2, shade: shadesOfChart.corner },
  bar: { x: 9, y: 2, width: 1, height: 4, shade: shadesOfChart.bar },
} as const

/** The shade of a cell, 0 for black and 255 for white. */
export function shadeAt(x: number, y: number): number {
  if (x === 0 || y === 0 || x === chart.across - 1 || y === chart.down - 1) return shadesOfChart.frame
  const part = Object.values(partsOfChart).find(
    (one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height,
  )
  return part?.shade ?? shadesOfChart.paper
}

/** The stored position of a chart cell in an image with an orientation, and the image's size. */
export function storedAs(orientation: number) {
  const { across, down } = chart
  const [right, bottom] = [across - 1, down - 1]
  const shadeOf: Readonly<Record<number, (x: number, y: number) => number>> = {
    1: (x, y) => shadeAt(x, y),
    2: (x, y) => shadeAt(right - x, y),
    3: (x, y) => shadeAt(right - x, bottom - y),
    4: (x, y) => shadeAt(x, bottom - y),
    5: (x, y) => shadeAt(y, x),
    6: (x, y) => shadeAt(right - y, x),
    7: (x, y) => shadeAt(right - y, bottom - x),
    8: (x, y) => shadeAt(y, bottom - x),
  }
  const isLying = orientation > 4
  return {
    across: isLying ? down : across,
    down: isLying ? across : down,
    shade: shadeOf[orientation] ?? shadeAt,
  }
}

/** The orientations that cameras record (TIFF 6, Orientation). */
export function tiffOf(orientation: number, order: 'II' | 'MM' = 'MM', type = 3): Buffer {
  const tiff = Buffer.alloc(26)
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(type, 12)
  long(1, 14)
  if (type === 3) short(orientation, 18)
  else long(orientation, 18)
  return tiff
}
