import { type CheckStock, markTexts } from '@check-requests/domain/checks/front.ts'
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

/**
 * The pages of a test print: the outlines of all fields for the check stock, followed by instructions on plain paper.
 */
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
  const ownShift = (name: (typeof fieldNames)[number]) => shiftOf({ ...stock.offsets, x: 0, y: 0 }, name)
  const size = 30
  const x = (checkSize.width - letters.widthOf(markTexts.void, size, 'bold')) / 2
  return [
    outline(0.5, 0.5, checkSize.width - 1, checkSize.height - 1),
    text(x, 178, markTexts.void, size, { weight: 'bold', gray: 0.75 }),
    ...fieldNames.flatMap((name) => fieldOutline(checkFields[name]).map((ink) => moved(ink, ownShift(name)))),
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

/** A horizontal ruler from 1 to 7 inches from the left edge of the sheet, with a mark every tenth of an inch. */
function acrossRuler(): Ink[] {
  return [rule(inch, 0, 6 * inch), ...tenths(60).flatMap((tenth) => acrossMark(inch + tenth * (inch / 10), tenth))]
}

function acrossMark(x: number, tenth: number): Ink[] {
  const isWhole = tenth % 10 === 0
  const mark = line([x, 0], [x, isWhole ? 8 : 4])
  return isWhole ? [mark, text(x + 1.5, -2, `${1 + tenth / 10} in`, small)] : [mark]
}

/** A vertical ruler on the right, from 1 to 10 inches from the upper edge of the sheet. */
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
    return offset ? [`, ${checkFields[name].label} x ${offset.x} and y ${offset.y}`] : []
  })
  return `these offsets: sheet x ${x} and y ${y}${own.join('')}`
}

function howToRead(letters: Letters, { offsets }: CheckStock): Ink[] {
  const paragraphs = [
    'Print the previous page on plain paper at 100%, with “fit to page” and “scale” turned off.',
    'The marks on the horizontal ruler show the distance from the left edge of the sheet; those on the vertical ruler show the distance from the top edge. Measure how far the 1 inch marks really are from the edges.',
    'If a mark is too far right or too low, reduce the offset by the difference, in hundredths of an inch. If it is too far left or too high, increase the offset. For example, if the 1 inch mark is 1.05 inches from the left edge and the x offset is 0, enter -5.',
    'If the marks at 1 inch and 7 inches are off by different amounts, the printer is scaling the page. Choose “actual size” or “100%” in the print dialog, because offsets can’t correct this.',
    'Then place the sheet over one of your blank checks and hold both up to a window. If an outline doesn’t match its line or box, give that field its own offset in addition to that of the sheet.',
    `This page was made with ${offsetsInWords(offsets)}. Print another test page after each change until everything lines up.`,
    'The MICR line must be positioned to within 1/16 inch and printed with magnetic toner. Banks test printed samples: ask your bank for this test before you issue the first check.',
  ]
  const ink: Ink[] = [text(inch, inch, 'How to Read the Test Page', 16, { weight: 'bold' })]
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
