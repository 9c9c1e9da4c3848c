import { shiftOf } from '@check-requests/domain/checks/layouts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Paper, SheetPicture } from '#bank/accounts/sheet-picture.tsx'

const paper: Paper = {
  layout: 'top',
  stock: 'blank',
  micr: true,
  offset_x: 25,
  offset_y: -10,
  field_offsets: {},
  bank_name: 'First Harbor Bank',
  fraction: '55-2/212',
  void_after_days: 180,
  date_form: 'short',
  logo: null,
  payer: 'Harbor Ford',
  number: '1001',
}

function drawn(changes: Partial<Paper> = {}, part: 'sheet' | 'check' = 'sheet') {
  const page = new DOMParser().parseFromString(
    renderToStaticMarkup(<SheetPicture paper={{ ...paper, ...changes }} part={part} />),
    'text/html',
  )
  const isMoved = (text: string) =>
    [...page.querySelectorAll('text')].find((one) => one.textContent === text)?.closest('[data-moved]') !== null
  return { svg: page.querySelector('svg'), page, isMoved }
}

test('moves printed content by the offsets, in points', () => {
  const { x, y } = shiftOf({ x: 25, y: -10, fields: {} })
  const { page, isMoved } = drawn()
  expect(page.querySelector('[data-moved]')?.getAttribute('transform')).toBe(`translate(${x} ${y})`)
  for (const text of ['Harbor Ford', '1001', '**1,234.56', 'VOID AFTER 180 DAYS']) expect(isMoved(text)).toBe(true)
})

test('doesn’t move preprinted content', () => {
  const { isMoved } = drawn({ stock: 'preprinted' })
  for (const text of ['Harbor Ford', '1001', 'First Harbor Bank', '55-2/212']) expect(isMoved(text)).toBe(false)
  expect(isMoved('**1,234.56')).toBe(true)
})

test('follows the layout', () => {
  const checksOf = (layout: Paper['layout']) =>
    [...drawn({ layout }).page.querySelectorAll('text')].filter((one) => one.textContent === '**1,234.56').length
  expect(checksOf('top')).toBe(1)
  expect(checksOf('three')).toBe(3)
  expect(drawn({ layout: 'middle' }, 'check').svg?.getAttribute('viewBox')).toBe('0 252 612 252')
  expect(drawn({ layout: 'middle' }).svg?.getAttribute('aria-label')).toMatch(/^Sheet: Check in the middle/)
})

test('shows a printed MICR line, and the memo beside the envelope window', () => {
  const memo = (micr: boolean) =>
    Number(
      [...drawn({ micr }).page.querySelectorAll('text')]
        .find((one) => one.textContent === 'Invoice 4471')
        ?.getAttribute('x'),
    )
  const lines = (micr: boolean) => drawn({ micr }).page.querySelectorAll('line[stroke-width="8"]').length
  expect([lines(true), lines(false)]).toEqual([1, 0])
  // The payee window ends 303 points from the left edge.
  for (const micr of [true, false]) expect(memo(micr)).toBeGreaterThan(303)
})

test('moves a single field relative to its sheet without moving preprinted content', () => {
  const field_offsets = { date: { x: 5, y: -10 }, number: { x: 1, y: 1 } }
  const transformOf = (changes: Partial<Paper>, name: string) =>
    [...drawn({ field_offsets, ...changes }).page.querySelectorAll(`[data-field=${name}]`)].map((one) =>
      one.getAttribute('transform'),
    )
  expect(transformOf({}, 'date')).toEqual(['translate(3.5999999999999996 -7.199999999999999)'])
  expect(transformOf({}, 'payee')).toEqual([null])
  expect(transformOf({ stock: 'preprinted' }, 'number')).toEqual([null])
})
