import {
  checkFields,
  checkSize,
  clearBelow,
  envelopeWindows,
  type FieldName,
  fieldNames,
  inkSpace,
  isPrinted,
  layoutOf,
  movedBy,
  type Offset,
  type Offsets,
  overlapOf,
  pointsInHundredth,
  type Rectangle,
  type SheetForm,
  sheet,
  stubInk,
} from './layouts.ts'

const mostOfSheet = 50
const mostOfMicr = 6
const notMoved: Offset = { x: 0, y: 0 }
const axes = ['x', 'y'] as const
type Axis = (typeof axes)[number]

// Allows for rounding in sums of points.
const slip = 0.000_001

/** Why offsets are refused, by the offset to change: one of the sheet (`x`, `y`), or that of a field. */
export type OffsetRefusals = Readonly<Partial<Record<Axis | FieldName, string>>>

/**
 * Refuses offsets by what they would do on this paper: move ink off the sheet, off the check, into the clear band for
 * the MICR line, or onto another field, or show the memo in a window of the envelope. Empty if accepted. The sheet's
 * offset corrects the printer, so only a field's own offset changes where it is on the check.
 */
export function whyNotOffsets(offsets: Offsets, form: SheetForm): OffsetRefusals {
  const why: Partial<Record<Axis | FieldName, string>> = {}
  for (const axis of axes) {
    const refusal = whyNotSheet(offsets, axis, form)
    if (refusal) why[axis] = refusal
  }
  for (const name of fieldNames) {
    const refusal = offsets.fields[name] && whyNotField(offsets, name, form)
    if (refusal) why[name] = refusal
  }
  return why
}

function whyNotSheet(offsets: Offsets, axis: Axis, form: SheetForm): string | undefined {
  const offset = offsets[axis]
  if (!Number.isInteger(offset)) return 'Enter offsets as whole hundredths of an inch.'
  if (Math.abs(offset) > mostOfSheet)
    return 'A sheet can be moved by at most half an inch (50). For more, change the settings of the printer or its tray.'
  const inks = [
    ...printedOn(form)
      .filter((name) => (offsets.fields[name]?.[axis] ?? 0) === 0)
      .flatMap((name) => onSheet(name, notMoved, form).map((space) => ({ name: phraseOf(name), space }))),
    ...layoutOf(form.layout).stubs.map(({ y }) => ({ name: 'stub', space: { ...stubInk, y: y + stubInk.y } })),
  ]
  const worst = inks
    .map(({ name, space }) => ({ name, by: leaves(movedBy(space, offsets), axis, sheet) }))
    .reduce((most, one) => (one.by > most.by + slip ? one : most), { name: '', by: 0 })
  if (worst.by <= slip) return undefined
  // `+ 0` turns -0 into 0.
  const limit = Math.trunc(offset - Math.sign(offset) * (worst.by / pointsInHundredth - slip)) + 0
  return `The ${worst.name} would leave the sheet by ${millimeters(worst.by)}. Enter ${limit} or ${offset > 0 ? 'less' : 'more'}.`
}

function whyNotField(offsets: Offsets, name: FieldName, form: SheetForm): string | undefined {
  const own = offsets.fields[name] ?? notMoved
  if (!(Number.isInteger(own.x) && Number.isInteger(own.y))) return 'Enter offsets as whole hundredths of an inch.'
  if (name === 'micr' && Math.max(Math.abs(own.x), Math.abs(own.y)) > mostOfMicr)
    return 'Check readers can’t find a MICR line that is moved by more than 1/16 inch. Enter an offset from -6 to 6.'
  if (!isPrinted(name, form)) return undefined
  return whyNotOnCheck(name, own, form) ?? whyNotClear(offsets, name, form) ?? whyNotWithSheet(offsets, name, form)
}

/** A field stays on its check, and everything but the MICR line above the clear band. */
function whyNotOnCheck(name: FieldName, own: Offset, form: SheetForm): string | undefined {
  const space = movedBy(inkSpace(name, form), own)
  const by = Math.max(leaves(space, 'x', checkSize), -space.y)
  if (by > slip) return `The ${phraseOf(name)} would leave the check by ${millimeters(by)}. Use smaller offsets.`
  const tooLow = space.y + space.height - clearBelow(form.hasMicr)
  return name !== 'micr' && tooLow > slip
    ? `The ${phraseOf(name)} would reach into the clear band for the MICR line by ${millimeters(tooLow)}. Move it up.`
    : undefined
}

/** A field stays apart from the others, and the memo from the windows of the envelope. */
function whyNotClear({ fields }: Offsets, name: FieldName, form: SheetForm): string | undefined {
  const space = movedBy(inkSpace(name, form), fields[name] ?? notMoved)
  const shown = name === 'memo' ? Math.max(...envelopeWindows.map((window) => overlapOf(space, window))) : 0
  if (shown > slip)
    return `The memo would show in the envelope window by ${millimeters(shown)}. Move it away from the window.`
  for (const other of printedOn(form)) {
    const by = other === name ? 0 : overlapOf(space, movedBy(inkSpace(other, form), fields[other] ?? notMoved))
    if (by > slip)
      return `The ${phraseOf(name)} would overlap the ${phraseOf(other)} by ${millimeters(by)}. Use smaller offsets.`
  }
  return undefined
}

/** The offsets of the sheet and of a field together keep the field on the sheet. */
function whyNotWithSheet(offsets: Offsets, name: FieldName, form: SheetForm): string | undefined {
  const own = offsets.fields[name] ?? notMoved
  const by = axes
    .filter((axis) => own[axis] !== 0)
    .flatMap((axis) => onSheet(name, own, form).map((space) => leaves(movedBy(space, offsets), axis, sheet)))
  const most = Math.max(0, ...by)
  return most > slip
    ? `With the sheet’s offset, the ${phraseOf(name)} would leave the sheet by ${millimeters(most)}. Use smaller offsets.`
    : undefined
}

function printedOn(form: SheetForm): FieldName[] {
  return fieldNames.filter((name) => isPrinted(name, form))
}

/** The spaces of a field on the sheet, one for each check, moved by the field's own offset. */
function onSheet(name: FieldName, own: Offset, form: SheetForm): Rectangle[] {
  const { x, y, width, height } = movedBy(inkSpace(name, form), own)
  return layoutOf(form.layout).checks.map((top) => ({ x, y: top + y, width, height }))
}

/** How far a rectangle extends beyond an area along an axis, in points. */
function leaves({ x, y, width, height }: Rectangle, axis: Axis, area: { width: number; height: number }): number {
  return axis === 'x' ? Math.max(-x, x + width - area.width) : Math.max(-y, y + height - area.height)
}

/** Points as millimeters, never 0. */
function millimeters(points: number): string {
  return `${(Math.ceil((points * 254) / 72 - slip) / 10).toFixed(1)} mm`
}

function phraseOf(name: FieldName): string {
  const { label } = checkFields[name]
  return name === 'micr' ? label : label.toLowerCase()
}
