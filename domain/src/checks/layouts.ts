/** All coordinates are in points (1/72 inch) from an upper left corner, with y pointing down. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** US Letter, and a check of 8.5 × 3.5 inches. */
export const sheet = { width: 612, height: 792 } as const
export const checkSize = { width: 612, height: 252 } as const

/** The vertical layout of a sheet: the top edges of its checks and stubs. */
interface CheckLayout {
  readonly label: string
  readonly checks: readonly number[]
  readonly stubs: readonly { readonly y: number; readonly height: number }[]
}

// biome-ignore format: a table, one row each
export const checkLayouts = {
  top: { label: 'Check on top, two stubs', checks: [0], stubs: [{ y: 252, height: 252 }, { y: 504, height: 252 }] },
  middle: { label: 'Check in the middle, two stubs', checks: [252], stubs: [{ y: 0, height: 252 }, { y: 504, height: 252 }] },
  bottom: { label: 'Check at the bottom, two stubs', checks: [540], stubs: [{ y: 0, height: 270 }, { y: 270, height: 270 }] },
  three: { label: 'Three checks to a page, no stubs', checks: [0, 252, 504], stubs: [] },
} as const satisfies Record<string, CheckLayout>

export type LayoutName = keyof typeof checkLayouts

export const layoutNames = ['top', 'middle', 'bottom', 'three'] as const satisfies LayoutName[]

/** A layout as plain data for the renderer. */
export function layoutOf(name: LayoutName): CheckLayout {
  return checkLayouts[name]
}

/**
 * A field of a check. `baseline`: the baseline of the field's first line; `size`: the size of the letters before they
 * are shrunk to fit.
 */
export interface CheckField extends Rectangle {
  readonly label: string
  readonly baseline: number
  readonly size: number
  readonly align: 'left' | 'right'
}

/** The minimum size of letters shrunk to fit, in points. */
export const smallestLetters = 7

// biome-ignore format: a table, one row each
const fieldTable = {
  payer: { label: 'Payer', x: 20, y: 20, width: 249, height: 62, baseline: 34, size: 10, align: 'left' },
  bank: { label: 'Bank', x: 280, y: 16, width: 115, height: 38, baseline: 26, size: 8, align: 'left' },
  fraction: { label: 'Fraction', x: 400, y: 16, width: 90, height: 20, baseline: 26, size: 7, align: 'right' },
  number: { label: 'Check number', x: 500, y: 16, width: 76, height: 18, baseline: 30, size: 13, align: 'right' },
  date: { label: 'Date', x: 480, y: 54, width: 96, height: 16, baseline: 67, size: 10, align: 'left' },
  voidAfter: { label: 'Void-after line', x: 400, y: 72, width: 176, height: 10, baseline: 80, size: 7, align: 'right' },
  payee: { label: 'Payee', x: 90, y: 88, width: 385, height: 16, baseline: 102, size: 10, align: 'left' },
  amount: { label: 'Amount', x: 490, y: 86, width: 86, height: 20, baseline: 100, size: 11, align: 'right' },
  words: { label: 'Amount in words', x: 60, y: 119, width: 480, height: 16, baseline: 132, size: 10, align: 'left' },
  address: { label: 'Address', x: 60, y: 141, width: 240, height: 54, baseline: 150, size: 10, align: 'left' },
  memo: { label: 'Memo', x: 312, y: 151, width: 78, height: 46, baseline: 158, size: 8, align: 'left' },
  signature2: { label: 'Second signature', x: 396, y: 137, width: 180, height: 19, baseline: 156, size: 7, align: 'left' },
  signature1: { label: 'Signature', x: 396, y: 167, width: 180, height: 19, baseline: 186, size: 7, align: 'left' },
  micr: { label: 'MICR line', x: 32.7, y: 220.5, width: 447.6, height: 18, baseline: 233.712, size: 8.424, align: 'left' },
} as const satisfies Record<string, CheckField>

export const fieldNames = [
  ...(['payer', 'bank', 'fraction', 'number', 'date', 'voidAfter', 'payee', 'amount', 'words'] as const),
  ...(['address', 'memo', 'signature2', 'signature1', 'micr'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]

/**
 * Only the MICR line can be printed below this height. Printers with magnetic toner print everything magnetically, so
 * text needs another 1/8 inch of distance from the MICR line.
 */
export function clearBelow(hasMicr: boolean): number {
  return hasMicr ? 198 : 207
}

/** The fields of a check, relative to its upper left corner. */
export const checkFields: Readonly<Record<FieldName, CheckField>> = fieldTable

// Captions and lines that belong to a field on blank paper, with the field itself.
const withCaptions: Readonly<Partial<Record<FieldName, Rectangle>>> = {
  date: { x: 456, y: 54, width: 120, height: 17 },
  payee: { x: 20, y: 88, width: 455, height: 18.5 },
  amount: { x: 479, y: 86, width: 97, height: 20 },
  words: { x: 60, y: 119, width: 516, height: 18 },
  memo: { x: 312, y: 142, width: 78, height: 55 },
  signature2: { x: 396, y: 137, width: 180, height: 29 },
  signature1: { x: 396, y: 167, width: 180, height: 29 },
}

const ofPaper: readonly FieldName[] = ['payer', 'bank', 'fraction', 'number', 'signature2', 'signature1', 'micr']

/** The properties of an account's sheets that decide where ink is. */
export interface SheetForm {
  readonly layout: LayoutName
  /** False for paper preprinted by the bank. */
  readonly isBlank: boolean
  readonly hasMicr: boolean
}

/** True for a field that is printed on this paper. Preprinted paper already has the payer, bank, number, and lines. */
export function isPrinted(name: FieldName, { isBlank, hasMicr }: Omit<SheetForm, 'layout'>): boolean {
  return isBlank ? name !== 'micr' || hasMicr : !ofPaper.includes(name)
}

/** The space that a field's ink can take, relative to the check, before any offset. */
export function inkSpace(name: FieldName, { isBlank }: Pick<SheetForm, 'isBlank'>): Rectangle {
  return (isBlank && withCaptions[name]) || checkFields[name]
}

/** The space for a logo, at the left of the payer's; the payer's name and address follow. */
export const logoSpace: Rectangle = { x: 20, y: 24, width: 72, height: 54 }

/** The distance that printed content is moved to the right and down, in whole hundredths of an inch. */
export interface Offset {
  readonly x: number
  readonly y: number
}

/** The offset of a whole sheet, which compensates for the printer, and the additional offsets of check fields. */
export interface Offsets extends Offset {
  readonly fields: Readonly<Partial<Record<FieldName, Offset>>>
}

export const noOffsets: Offsets = { x: 0, y: 0, fields: {} }

/** Offsets are in hundredths of an inch. */
export const pointsInHundredth = 0.72

/**
 * The distance that a field is moved, in points. Without a field, the distance for stubs and everything else on the
 * sheet.
 */
export function shiftOf({ x, y, fields }: Offsets, field?: FieldName): Offset {
  const own = field === undefined ? undefined : fields[field]
  return { x: (x + (own?.x ?? 0)) * pointsInHundredth, y: (y + (own?.y ?? 0)) * pointsInHundredth }
}

/**
 * The payer and payee windows of a No. 8 5/8 double-window envelope, relative to the upper left corner of the check in
 * the envelope.
 */
export const envelopeWindows: readonly Rectangle[] = [
  { x: 20, y: 20, width: 249, height: 62 },
  { x: 54, y: 139, width: 249, height: 62 },
]

/**
 * The positions on a stub, relative to its upper left corner: baselines, and the left edges of columns or right edges
 * of amounts.
 */
export const stubPlaces = {
  left: 36,
  right: 576,
  head: 21,
  payee: 110,
  firstFact: 40,
  columns: [36, 312],
  pitch: 12,
  line: { date: 36, number: 102, description: 226, amount: 576 },
  firstLine: 56,
  lastLine: 176,
  total: 198,
} as const

/** The space that a stub's ink takes, relative to the stub. */
export const stubInk: Rectangle = { x: stubPlaces.left, y: 10, width: 540, height: 192 }

/** The rectangle, moved by hundredths of an inch. */
export function movedBy({ x, y, width, height }: Rectangle, offset: Offset): Rectangle {
  return { x: x + offset.x * pointsInHundredth, y: y + offset.y * pointsInHundredth, width, height }
}

/** The smaller side of what two rectangles have in common, in points; zero or less if they have nothing in common. */
export function overlapOf(one: Rectangle, other: Rectangle): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.min(across, down)
}
