/** Width and height; of a sheet in CSS pixels at 100 %. */
interface Size {
  readonly width: number
  readonly height: number
}

/** How far a sheet is turned clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4, 6] as const
const [smallest] = steps
const largest = 6

/** A scale this close to a step counts as it: nobody sees the difference. */
const nearness = 0.02

/** Small pictures are not blown up beyond this to fit. */
const largestFit = 2

/** What every browser can draw on one canvas: some phones stop at 2^24 pixels. */
const mostPixels = 2 ** 24
const longestSide = 8192

/** The next larger scale; the largest one stays. */
export function zoomedIn(scale: number): number {
  return steps.find((step) => step > scale * (1 + nearness)) ?? largest
}

/** The next smaller scale; the smallest one stays. */
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

/** By how much more than `scale` a sheet is drawn for a screen with this many pixels per CSS pixel. */
export function sharpness({ width, height }: Size, scale: number, pixelRatio: number): number {
  const bySide = longestSide / (Math.max(width, height) * scale)
  const byArea = Math.sqrt(mostPixels / (width * height)) / scale
  return Math.min(pixelRatio, bySide, byArea)
}

/** The sheet that somebody looks at: the last that begins above the middle of the window. `tops` ascend. */
export function sheetAt(tops: readonly number[], middle: number): number {
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= middle),
  )
}

/** A page of a PDF, or a picture. */
export interface Sheet extends Size {
  /** Counted from 1. */
  readonly number: number
  /**
   * Draws the sheet, turned, on the whole canvas, which gets the size for it. `scale` is in pixels of the canvas per CSS
   * pixel at 100 %. Rejects when the sheet cannot be drawn, or the signal aborts.
   */
  draw(canvas: HTMLCanvasElement, scale: number, rotation: Rotation, signal: AbortSignal): Promise<void>
  /** What is written on the sheet, as far as the document says; empty for pictures. */
  text(): Promise<string>
}

/** A document whose sheets can be drawn until it is closed. */
export interface OpenDocument {
  readonly sheets: readonly Sheet[]
  close(): void
}
