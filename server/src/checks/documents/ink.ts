import type { MicrSymbol } from '@check-requests/domain/checks/micr/glyphs.ts'
import type { Weight } from '../../platform/text/font-files.ts'

/**
 * An item on paper, in points from an upper left corner. `y` increases downward, and is the baseline of texts and
 * symbols.
 */
export type Ink = Text | Line | Frame | Symbol | Picture

export interface Text {
  readonly kind: 'text'
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size: number
  readonly weight: Weight
  /** From 0 (black) to 1 (white). */
  readonly gray: number
  /** The rotation, in degrees counterclockwise. */
  readonly turned: number
}

interface Line {
  readonly kind: 'line'
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly width: number
  readonly gray: number
}

interface Frame {
  readonly kind: 'frame'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly gray: number
}

/** A MICR symbol, positioned by the lower left corner of its box. */
interface Symbol {
  readonly kind: 'symbol'
  readonly symbol: MicrSymbol
  readonly x: number
  readonly y: number
}

/** A normalized PNG file in base64. */
interface Picture {
  readonly kind: 'picture'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly png: string
}

type TextStyle = Partial<Pick<Text, 'weight' | 'gray' | 'turned'>>

/** A text that begins at x. */
export function text(x: number, y: number, words: string, size: number, style: TextStyle = {}): Ink {
  return { kind: 'text', x, y, text: words, size, weight: 'normal', gray: 0, turned: 0, ...style }
}

/** A thin horizontal line. */
export function rule(x: number, y: number, width: number, gray = 0): Ink {
  return { kind: 'line', from: [x, y], to: [x + width, y], width: 0.5, gray }
}

/** A copy of the item, moved right and down by these distances. */
export function moved(ink: Ink, { x, y }: { readonly x: number; readonly y: number }): Ink {
  if (ink.kind !== 'line') return { ...ink, x: ink.x + x, y: ink.y + y }
  const { from, to } = ink
  return { ...ink, from: [from[0] + x, from[1] + y], to: [to[0] + x, to[1] + y] }
}
