import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HandPart, handParts } from './duties.ts'
import { type RequestState, refusal, type StatusId, statusOf } from './lifecycle.ts'

const caller = 7

function stateAt(from: StatusId, part?: HandPart): RequestState {
  const hands = part ? [{ userId: caller, part }] : []
  return { status: statusOf(from).name, requesterId: 8, hands, separationOfDuties: true }
}

const content = 'You raised this request or edited its payment details, so someone else has to decide on it'
test.each([
  ['raised it', 'approver', 1, 'approved', 'raised', content],
  ['edited it', 'approver', 2, 'rejected', 'edited', content],
  ['raised it', 'processor', 3, 'printed', 'raised', 'You raised this request, so someone else has to print'],
  ['approved it', 'processor', 4, 'signed', 'approved', 'You approved this request, so someone else has to sign'],
] as const)(
  'applies separation of duties to a user who %s and has the role %s for the move from status %i to status %s',
  (_, role, from, to, part, sentence) => {
    const found = refusal({ userId: caller, role }, stateAt(from, part), to)
    expect(found?.kind).toBe('forbidden')
    expect(found?.sentence).toContain(sentence)
    expect(found?.sentence).toMatch(/ \(separation of duties\)\.$/)
  },
)

test('applies no bar for any number of other users’ acts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 8, max: 20 }), fc.constantFrom(...handParts))), (others) => {
      const hands = others.map(([userId, part]) => ({ userId, part }))
      const request = { ...stateAt(1), hands }
      expect(refusal({ userId: caller, role: 'approver' }, request, 'approved')).toBeUndefined()
      const mine = { ...request, hands: [...hands, { userId: caller, part: 'edited' as const }, ...hands] }
      expect(refusal({ userId: caller, role: 'approver' }, mine, 'approved')?.kind).toBe('forbidden')
    }),
  )
})
