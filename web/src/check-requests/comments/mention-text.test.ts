import { expect, test } from 'vitest'
import { asSent, asTyped, chosenAs, typedMention, withMention } from '#check-requests/comments/comment-field.tsx'

const rosa = { id: 12, name: 'Rosa Delgado', role: 'Approver' }
const renee = { id: 3, name: 'Renée Çelik', role: 'Processor' }

test.each([
  ['@', ''],
  ['Ask @Ro', 'Ro'],
  ['Ask @Rosa D', 'Rosa D'],
  ['(@çe', 'çe'],
  ['line\n@', ''],
])('recognizes a name being typed in the comment %j: %j', (text, name) => {
  expect(typedMention(text, text.length)).toEqual({ start: text.lastIndexOf('@'), name })
})

test.each(['Ask', 'rosa@shop', '@Rosa Delgado said', '@Rosa  ', '@Ro\n', '@[12]'])(
  'recognizes no name being typed in the comment %j',
  (text) => {
    expect(typedMention(text, text.length)).toBeUndefined()
  },
)

test('replaces the typed text with the chosen name, and sends the user’s id', () => {
  const chosen = chosenAs(renee, [])
  const typed = typedMention('Ask @ren about it', 8)
  expect(typed).toEqual({ start: 4, name: 'ren' })
  const { text, caret } = withMention('Ask @ren about it', { start: 4, name: 'ren' }, chosen)
  expect([text, caret]).toEqual(['Ask @Renée Çelik about it', 17])
  expect(asSent(text, [chosen])).toBe('Ask @[3] about it')
})

test('distinguishes two users with the same name, and matches a longer name as a whole', () => {
  const one = chosenAs(rosa, [])
  const other = chosenAs({ ...rosa, id: 13 }, [one])
  const third = chosenAs({ ...rosa, id: 14 }, [one, other])
  expect([one, other, third].map(({ label }) => label)).toEqual([
    'Rosa Delgado',
    'Rosa Delgado (Approver)',
    'Rosa Delgado (14)',
  ])
  const text = '@Rosa Delgado, @Rosa Delgado (Approver), @Rosa Delgado (14), @Rosa Delgados'
  expect(asSent(text, [one, other, third])).toBe('@[12], @[13], @[14], @Rosa Delgados')
})

test('shows names when a sent comment is edited, and sends the comment unchanged', () => {
  const stored = '@[3] asks @[12] and @[13]'
  const { text, chosen } = asTyped(stored, [renee, rosa, { ...rosa, id: 13 }])
  expect(text).toBe('@Renée Çelik asks @Rosa Delgado and @Rosa Delgado (2)')
  expect(asSent(text, chosen)).toBe(stored)
})
