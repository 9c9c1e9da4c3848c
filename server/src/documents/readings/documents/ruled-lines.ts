const darkest = 165
const thickestLine = 7
/** A line across a quarter of the page can be thicker. */
const thickestRule = 18
/** Gray pixels beside a line. */
const fringe = 2
const nearLine = 8

/** Makes ruled lines white, except where letters cross them. */
export function wipeLines({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): void {
  const level = { length: width, lines: height, step: 1, across: width, shortest: Math.round(width / 22) }
  const upright = { length: height, lines: width, step: width, across: 1, shortest: Math.round(height / 44) }
  const original = Uint8Array.from(pixels)
  wipeAlong(pixels, level, () => true)
  const isWiped = (at: number) => pixels[at] === 255 && (original[at] ?? 255) < darkest
  const around = Array.from({ length: 2 * nearLine + 1 }, (_, place) => place - nearLine)
  const isNearLevelLine = (x: number, y: number) =>
    around.some((down) => around.some((beside) => isWiped((y + down) * width + x + beside)))
  // The upright strokes of a headline are as long as the lines of small boxes, but end at no level line.
  const isRule = (x: number, from: number, to: number) =>
    to - from >= 2 * upright.shortest || isNearLevelLine(x, from) || isNearLevelLine(x, to)
  wipeAlong(pixels, upright, isRule)
}

interface Direction {
  readonly length: number
  readonly lines: number
  readonly step: number
  readonly across: number
  readonly shortest: number
}

function wipeAlong(
  pixels: Uint8Array,
  direction: Direction,
  isRule: (line: number, from: number, to: number) => boolean,
): void {
  const { length, lines, step, across, shortest } = direction
  const isDark = (at: number) => (pixels[at] ?? 255) < darkest
  for (let line = 0; line < lines; line += 1) {
    let start = 0
    for (let place = 0; place <= length; place += 1) {
      const at = line * across + place * step
      if (place < length && (isDark(at) || isDark(at + step))) continue
      if (place - start >= shortest && isRule(line, start, place)) wipeRun(pixels, line, start, place, direction)
      start = place + 1
    }
  }
}

function wipeRun(pixels: Uint8Array, line: number, from: number, to: number, direction: Direction): void {
  const { length, lines, step, across } = direction
  const thickest = to - from > length / 4 ? thickestRule : thickestLine
  for (let place = from; place < to; place += 1) {
    const [before, after] = [reach(-1), reach(1)]
    if (before + after >= thickest) continue
    for (
      let other = Math.max(0, line - before - fringe);
      other <= Math.min(lines - 1, line + after + fringe);
      other += 1
    )
      pixels[other * across + place * step] = 255

    function reach(direction: 1 | -1): number {
      let count = 0
      for (let other = line + direction; other >= 0 && other < lines && count <= thickest; other += direction) {
        if ((pixels[other * across + place * step] ?? 255) >= darkest) break
        count += 1
      }
      return count
    }
  }
}
