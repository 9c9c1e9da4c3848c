import { type CheckStock, hasMicr, markTexts } from '@check-requests/domain/checks/front.ts'
import {
  type CheckField,
  checkFields,
  checkSize,
  clearBelow,
  fieldNames,
  layoutOf,
  sheet,
  shiftOf,
} from '@check-requests/domain/checks/layouts.ts'
import { type Ink, moved, rule, text } from './ink.ts'
import { type Letters, wrapAnyway } from './letters.ts'

const inch = 72
const gray = 0.5
const small = 7

/** The pages of a test print: the outlines of all fields for the check stock, and instructions on plain paper. */
export function composeTestPages(letters: Letters, stock: CheckStock): Ink[][] {
  const { checks, stubs } = layoutOf(stock.layout)
  const down = (y: number) => (ink: Ink) => moved(ink, { x: 0, y })
  const outlines = [
    ...checks.flatMap((y) => checkOutlines(letters, stock).map(down(y))),
    ...stubs.flatMap(({ y, height }, index) => stubOutline(letters, index + 1, height).map(down(y))),
    ...acrossRuler().map(down((checks[0] ?? 0) + clearBelow(false) + 3)),
    ...downRuler(letters),
  ]
  return [outlines.map((ink) => moved(ink, shiftOf(stock.offsets))), howToRead(letters, stock)]
}

function checkOutlines(letters: Letters, stock: CheckStock): Ink[] {
  const fields = checkFields(hasMicr(stock, 'none'))
  const ownShift = (name: (typeof fieldNames)[number]) => shiftOf({ ...stock.offsets, x: 0, y: 0 }, name)
  const size = 30
  const x = (checkSize.width - letters.widthOf(markTexts.void, size, 'bold')) / 2
  return [
    outline(0.5, 0.5, checkSize.width - 1, checkSize.height - 1),
    text(x, 178, markTexts.void, size, { weight: 'bold', gray: 0.75 }),
    ...fieldNames.flatMap((name) => fieldOutline(fields[name]).map((ink) => moved(ink, ownShift(name)))),
  ]
}

function outline(x: number, y: number, width: number, height: number): Ink {
  return { kind: 'frame', x, y, width, height, gray }
}

function fieldOutline({ label, x, y, width, height, baseline }: CheckField): Ink[] {
  const low = Math.min(baseline, y + height - 2)
  return [
    outline(x, y, width, height),
    rule(x, baseline, width, 0.7),
    text(x + 2, low - 1, label, small, { gray: 0.2 }),
  ]
}

function stubOutline(letters: Letters, number: number, height: number): Ink[] {
  const words = `Stub ${number}`
  return [
    outline(0.5, 0.5, sheet.width - 1, height - 1),
    text((sheet.width - letters.widthOf(words, 10)) / 2, height / 2, words, 10, { gray }),
  ]
}

/** A ruler from 1 to 7 inches from the left edge of the sheet, with a mark every tenth of an inch. */
function acrossRuler(): Ink[] {
  return [rule(inch, 0, 6 * inch), ...tenths(60).flatMap((tenth) => acrossMark(inch + tenth * (inch / 10), tenth))]
}

function acrossMark(x: number, tenth: number): Ink[] {
  const isWhole = tenth % 10 === 0
  const mark = line([x, 0], [x, isWhole ? 8 : 4])
  return isWhole ? [mark, text(x + 1.5, -2, `${1 + tenth / 10} in`, small)] : [mark]
}

/** A ruler on the right, from 1 to 10 inches from the upper edge of the sheet. */
function downRuler(letters: Letters): Ink[] {
  const x = 586
  return [
    line([x, inch], [x, 10 * inch]),
    ...tenths(90).flatMap((tenth) => {
      const y = inch + tenth * (inch / 10)
      const isWhole = tenth % 10 === 0
      const words = `${1 + tenth / 10}`
      const mark = line([x - (isWhole ? 8 : 4), y], [x, y])
      return isWhole ? [mark, text(x - 5 - letters.widthOf(words, small), y - 1.5, words, small)] : [mark]
    }),
  ]
}

function tenths(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, tenth) => tenth)
}

function line(from: readonly [number, number], to: readonly [number, number]): Ink {
  return { kind: 'line', from, to, width: 0.5, gray: 0 }
}

function offsetsInWords({ x, y, fields }: CheckStock['offsets']): string {
  const own = fieldNames.flatMap((name) => {
    const offset = fields[name]
    return offset ? [`, ${checkFields(false)[name].label} x ${offset.x} and y ${offset.y}`] : []
  })
  return `these offsets: sheet x ${x} and y ${y}${own.join('')}`
}

function howToRead(letters: Letters, { offsets }: CheckStock): Ink[] {
  const paragraphs = [
    'Print the page before this one at 100 %, without “fit to page” or “scale”, on a sheet of plain paper.',
    'The ruler across says how far each of its marks is from the left edge of the sheet, the ruler down the right side how far from the upper edge, if the printer is exact. Measure where the marks at 1 inch stand.',
    'Too far right or too far down: make the offset smaller by the difference, in hundredths of an inch. Too far left or too high: make it larger. If the mark that says 1 in is 1.05 inches from the left edge, and the offset x is 0, enter -5.',
    'If the mark at 7 inches is off by another difference than that at 1 inch, the printer scales the page: look for “actual size” or “100 %” in its dialog. Offsets do not help there.',
    'Then lay the sheet over a check of your stock and hold both against a window. A field whose outline does not lie on its line or box gets an offset of its own, beside that of the sheet.',
    `This page was made with ${offsetsInWords(offsets)}. Print another one after each change, until everything lies where it belongs.`,
    'The MICR line must have its place to 1/16 inch, and printers need magnetic toner for it. The bank tests printed samples: ask for its test before the first check leaves the house.',
  ]
  const ink: Ink[] = [text(inch, inch, 'How to read the test page', 16, { weight: 'bold' })]
  let y = inch + 30
  for (const paragraph of paragraphs) {
    for (const words of wrapAnyway(letters, paragraph, { width: sheet.width - 2 * inch, size: 10 })) {
      ink.push(text(inch, y, words, 10))
      y += 14
    }
    y += 6
  }
  return ink
}
