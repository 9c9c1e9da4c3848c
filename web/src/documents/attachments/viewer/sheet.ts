/** A width and height. For a sheet, in CSS pixels at a scale of 100%. */
interface Size {
  readonly width: number
  readonly height: number
}

/** The clockwise rotation of a sheet, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4, 6] as const
const [smallest] = steps
const largest = 6

/** A scale this close to a zoom step counts as equal to it, because the difference is invisible. */
const nearness = 0.02

/** The maximum scale to which small images are enlarged to fit. */
const largestFit = 2

/** The largest canvas that every browser supports: some phones stop at 2^24 pixels. */
const mostPixels = 2 ** 24
const longestSide = 8192

/** The next larger zoom step, or the largest one. */
export function zoomedIn(scale: number): number {
  return steps.find((step) => step > scale * (1 + nearness)) ?? largest
}

/** The next smaller zoom step, or the smallest one. */
export function zoomedOut(scale: number): number {
  return steps.findLast((step) => step < scale * (1 - nearness)) ?? smallest
}

/** The scale at which the widest of these sheets fills this width. */
export function fittingScale(sheets: readonly Size[], rotation: Rotation, width: number): number {
  const widest = Math.max(1, ...sheets.map((sheet) => rotated(sheet, rotation).width))
  return Math.min(Math.max(width / widest, smallest), largestFit)
}

export function rotated({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

export function nextRotation(rotation: Rotation): Rotation {
  return ((rotation + 90) % 360) as Rotation
}

/** The factor by which a sheet is drawn larger than `scale` for a screen with this many pixels per CSS pixel. */
export function sharpness({ width, height }: Size, scale: number, pixelRatio: number): number {
  const bySide = longestSide / (Math.max(width, height) * scale)
  const byArea = Math.sqrt(mostPixels / (width * height)) / scale
  return Math.min(pixelRatio, bySide, byArea)
}

/**
 * The sheet in view: the last one that begins above the middle of the window. `tops`: the top edges of the sheets, in
 * ascending order.
 */
export function sheetAt(tops: readonly number[], middle: number): number {
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= middle),
  )
}

/** A page of a PDF, or a picture. */
export interface Sheet extends Size {
  /** The number of the sheet, counted from 1. */
  readonly number: number
  /**
   * Resizes the canvas to the rotated sheet and draws the sheet on it. `scale`: canvas pixels per CSS pixel at 100%.
   * Rejects if the sheet can't be drawn or the signal aborts.
   */
  draw(canvas: HTMLCanvasElement, scale: number, rotation: Rotation, signal: AbortSignal): Promise<void>
  /** The text on the sheet, if the document contains it; empty for images. */
  text(): Promise<string>
}

/** A document whose sheets can be drawn until it is closed. */
export interface OpenDocument {
  readonly sheets: readonly Sheet[]
  close(): void
}

/** The width of a page in a cut-out, in CSS pixels: that of letter paper. */
export const cutPageWidth = 816

const leastCut = { width: 288, height: 56 } as const
const aroundCut = 14

/** A part of a page: left and top edge, and size. */
export interface Cut extends Size {
  readonly left: number
  readonly top: number
}

/**
 * The part of a page to show around a value. `polygon`: x and y of its corners as shares of the page. `height`: that of
 * the page if it is `cutPageWidth` wide.
 */
export function cutAround(polygon: readonly number[], height: number): Cut {
  const [left, width] = spanOf(
    polygon.filter((_, index) => index % 2 === 0),
    cutPageWidth,
    leastCut.width,
  )
  const [top, depth] = spanOf(
    polygon.filter((_, index) => index % 2 === 1),
    height,
    leastCut.height,
  )
  return { left, top, width, height: depth }
}

/** Start and length of what to show along one side: the value with its surroundings, within the page. */
function spanOf(shares: readonly number[], side: number, least: number): [start: number, length: number] {
  const [first, last] = [Math.min(...shares) * side, Math.max(...shares) * side]
  const length = Math.min(side, Math.max(least, last - first + 2 * aroundCut))
  return [Math.min(Math.max(0, (first + last - length) / 2), side - length), length]
}
