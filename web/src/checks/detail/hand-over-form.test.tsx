import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DrawnSignature, type Strokes } from '#checks/detail/drawn-signature.tsx'
import { handOverSchema, inUse, SignatureField, untouchedFor } from '#checks/detail/hand-over-form.tsx'

afterEach(cleanup)

type Point = [x: number, y: number]
const signature: Point[][] = [[[100, 200]]]
const taken = {
  ...untouchedFor(false),
  receiver: 'Ada Lovelace',
  identification: 'Passport' as const,
  identification_last4: '4417',
  signature,
}

function messages(changes: object): Record<string, string> {
  const { error } = handOverSchema.safeParse({ ...taken, ...changes })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('accepts a handover to a named, identified person who signed', () => {
  expect(messages({})).toEqual({})
})

test('reports every missing field of an untouched form', () => {
  expect(messages(untouchedFor(false))).toEqual({
    receiver: 'Enter the name of the person taking the check.',
    identification: 'Choose the ID that the person taking the check showed.',
    signature: 'Have the receiver sign for the check, here or on a slip.',
  })
})

test('requires no fields for a mailed check', () => {
  expect(messages(untouchedFor(true))).toEqual({})
})

test.each([
  ['Passport', true],
  ['Known personally', false],
] as const)(
  'requires the last four characters of the identification "%s" (expected: %j)',
  (identification, required) => {
    const missing = messages({ identification, identification_last4: '' })
    expect('identification_last4' in missing).toBe(required)
  },
)

test('reports a missing slip at its field after a signature was drawn', () => {
  expect(messages({ signs_on: 'slip' })).toEqual({
    attachment_id: 'Have the receiver sign for the check, here or on a slip.',
  })
  expect(messages({ signs_on: 'slip', attachment_id: 12 })).toEqual({})
})

test('accepts a slip only if the receipt is signed on a slip', () => {
  expect(messages({ signature: [], attachment_id: 12 })).toHaveProperty('signature')
})

test('sends only the signature that is in use', () => {
  const both = { signs_on: 'slip' as const, signature, attachment_id: 12 }
  expect(inUse(both)).toEqual({ signs_on: 'slip', signature: [], attachment_id: 12 })
  expect(inUse({ ...both, signs_on: 'screen' as const })).toEqual({
    signs_on: 'screen',
    signature,
    attachment_id: undefined,
  })
})

test('preselects mailing only if the request was approved for mailing', () => {
  expect([untouchedFor(true).kind, untouchedFor(false).kind]).toEqual(['mailed', 'picked up'])
})

function pathsOf(strokes: Strokes) {
  const { container } = render(
    <svg>
      <title>Signature</title>
      <DrawnSignature strokes={strokes} />
    </svg>,
  )
  return [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
}

test('draws a stroke as a line and a single point as a dot', () => {
  const strokes: Strokes = [
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    [[7, 8]],
  ]
  expect(pathsOf(strokes)).toEqual(['M1 2L3 4L5 6', 'M7 8h0'])
})

/** Shows a signature field of 500 by 150 pixels. Stored strokes use twice that resolution. */
function sign() {
  let stored: Strokes = []
  function Example() {
    const [value, setValue] = useState<Strokes>([])
    stored = value
    return <SignatureField value={value} onChange={setValue} />
  }
  render(<Example />)
  const field = screen.getByRole('img')
  Object.assign(field, { setPointerCapture: vi.fn() })
  field.getBoundingClientRect = () => DOMRect.fromRect({ x: 10, y: 20, width: 500, height: 150 })
  const move = (event: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number, clientY: number, more = {}) =>
    fireEvent[event](field, { clientX, clientY, pointerId: 1, isPrimary: true, button: 0, ...more })
  return { move, stored: () => stored, field }
}

test('stores a drawn stroke in the field’s units', () => {
  const { move, stored } = sign()
  move('pointerDown', 10, 20)
  move('pointerMove', 60, 70)
  move('pointerUp', 60, 70)
  expect(stored()).toEqual([
    [
      [0, 0],
      [100, 100],
    ],
  ])
})

test('omits points that are too close to the previous one', () => {
  const { move, stored } = sign()
  move('pointerDown', 10, 20)
  move('pointerMove', 11, 20)
  move('pointerMove', 40, 20)
  move('pointerUp', 40, 20)
  expect(stored()).toEqual([
    [
      [0, 0],
      [60, 0],
    ],
  ])
})

test('moves points outside the field to its edge', () => {
  const { move, stored } = sign()
  move('pointerDown', 10, 20)
  move('pointerMove', 9000, 9000)
  move('pointerUp', 9000, 9000)
  expect(stored()[0]?.[1]).toEqual([1000, 300])
})

test('ignores additional fingers and mouse buttons', () => {
  const { move, stored } = sign()
  move('pointerDown', 10, 20, { isPrimary: false })
  move('pointerUp', 10, 20)
  move('pointerDown', 10, 20, { button: 2 })
  move('pointerUp', 10, 20)
  expect(stored()).toEqual([])
})

test('says whether the field is signed, and clears the signature', () => {
  const { move, stored, field } = sign()
  expect(field.getAttribute('aria-label')).toBe('Not signed: sign here with a finger or the mouse')
  move('pointerDown', 10, 20)
  move('pointerUp', 10, 20)
  expect(field.getAttribute('aria-label')).toBe('Signed')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(stored()).toEqual([])
  expect(field.getAttribute('aria-label')).toBe('Not signed: sign here with a finger or the mouse')
})
