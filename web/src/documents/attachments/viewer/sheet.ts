import type { Rotation, Size } from '#documents/attachments/viewer/zoom.ts'

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
