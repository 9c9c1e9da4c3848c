import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles } from '../access/roles.ts'
import { choices, type RequestState, statuses } from './lifecycle.ts'
import { sharedTransitions } from './list/shared-transitions.ts'
import { refusalToHold, refusalToLift } from './rules.ts'

const me = 7
const hold = { byId: 8, byName: 'Noor Haddad', reason: 'The payee has moved' }
const role = fc.constantFrom(...roles.map(({ name }) => name))
const status = fc.constantFrom(...statuses.map(({ name }) => name))

function at(state: Partial<RequestState>): RequestState {
  return { status: 'approved', requesterId: me, hands: [], separationOfDuties: true, ...state }
}

describe('requests on hold', () => {
  test('refuses every transition with the holder and the reason', () => {
    fc.assert(
      fc.property(role, status, (asking, name) => {
        const actor = { userId: me, role: asking }
        for (const { refusal } of choices(actor, at({ status: name, hold }))) {
          expect(refusal?.kind).toBe('conflict')
          expect(refusal?.sentence).toBe(
            'Noor Haddad has put this request on hold, and someone else has to lift the hold first. The reason: The payee has moved',
          )
        }
      }),
    )
  })

  test('refuses a held request in a bulk change and changes the others', () => {
    const requests = [at({}), at({ hold })]
    const [transition] = sharedTransitions({ userId: me, role: 'processor' }, requests, ['printed'])
    expect(transition?.blocked).toBeUndefined()
    expect(transition?.refusals.map((refusal) => refusal?.kind)).toEqual([undefined, 'conflict'])
  })

  test('refuses a second hold', () => {
    const sentence = 'Noor Haddad has already put this request on hold. The reason: The payee has moved'
    expect(refusalToHold({ userId: me, role: 'admin' }, at({ hold }))).toEqual({ kind: 'conflict', sentence })
  })
})

test('lets only approvers, processors, and admins hold requests, at Approved through Ready', () => {
  fc.assert(
    fc.property(role, status, (asking, name) => {
      const isAllowed = asking !== 'requester' && ['approved', 'printed', 'signed', 'ready'].includes(name)
      expect(refusalToHold({ userId: me, role: asking }, at({ status: name })) === undefined).toBe(isAllowed)
    }),
  )
})

test('lets a user lift a hold only if they didn’t place it and aren’t a requester', () => {
  fc.assert(
    fc.property(role, fc.boolean(), fc.boolean(), (asking, isOwn, separationOfDuties) => {
      const request = at({ hold: { ...hold, byId: isOwn ? me : 8 }, separationOfDuties })
      const isAllowed = asking !== 'requester' && !(isOwn && separationOfDuties)
      expect(refusalToLift({ userId: me, role: asking }, request) === undefined).toBe(isAllowed)
    }),
  )
  const nothing = {
    kind: 'conflict',
    sentence: 'This request is no longer on hold. Reload the page to see its status.',
  }
  expect(refusalToLift({ userId: me, role: 'admin' }, at({}))).toEqual(nothing)
})
