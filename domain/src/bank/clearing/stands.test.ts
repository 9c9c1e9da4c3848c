import { describe, expect, test } from 'vitest'
import { exceptionKinds } from './findings.ts'
import { refusalToLetStand } from './match.ts'

const check = { number: 1001, state: 'issued' } as const

describe('payment acceptance', () => {
  test('accepts a payment only if the bank paid this check', () => {
    const standing = exceptionKinds.filter(
      (kind) => refusalToLetStand({ kind, isTakenBack: false, check }) === undefined,
    )
    expect(standing).toEqual(['paid before it was issued', 'amount differs', 'payee differs', 'clearing undone'])
    const other = refusalToLetStand({ kind: 'voided or stopped but paid', isTakenBack: false, check })
    expect(other).toMatch(/^A payment can be accepted only if/)
    expect(refusalToLetStand({ kind: 'cleared twice', isTakenBack: false, check })).toBe(other)
    expect(refusalToLetStand({ kind: 'cleared twice', isTakenBack: false, wasUndone: true, check })).toBeUndefined()
    expect(refusalToLetStand({ kind: 'amount differs', isTakenBack: false, check: null })).toBe(other)
  })

  test('accepts no payment that the bank took back', () => {
    for (const kind of ['clearing undone', 'amount differs', 'cleared twice'] as const)
      expect(refusalToLetStand({ kind, isTakenBack: false, wasUndone: true, wasReversed: true, check })).toBe(
        'The bank took this payment of check 1001 back, so it can’t be accepted as paid. Resolve the exception with a note.',
      )
  })

  test('accepts a payment on a future day once that day has come', () => {
    const stands = (isFuture: boolean) =>
      refusalToLetStand({ kind: 'paid on a future day', isTakenBack: false, isFuture, check })
    expect(stands(true)).toMatch(/^The bank’s day is in the future\./)
    expect(stands(false)).toBeUndefined()
  })

  test('accepts a payment only for an issued check that hasn’t been paid', () => {
    const stands = (state: 'signed' | 'cleared' | 'voided') =>
      refusalToLetStand({ kind: 'amount differs', isTakenBack: false, check: { ...check, state } })
    expect(stands('signed')).toBe('Check 1001 is signed now. Only a check that is issued can be cleared.')
    expect(stands('cleared')).toBe('The bank has paid check 1001, so it can’t be cleared.')
    expect(stands('voided')).toBe('Check 1001 is voided now. Only a check that is issued can be cleared.')
  })

  test('accepts a reversal only for a check that the bank has paid', () => {
    const stands = (state: 'issued' | 'cleared' | 'stopped') =>
      refusalToLetStand({ kind: 'taken back by the bank', isTakenBack: true, check: { ...check, state } })
    expect(stands('cleared')).toBeUndefined()
    const cleared = { ...check, state: 'cleared' } as const
    expect(
      refusalToLetStand({
        kind: 'taken back by the bank',
        isTakenBack: true,
        hasEarlierReversal: true,
        check: cleared,
      }),
    ).toBe('Another reversal of check 1001 is open. Resolve it first.')
    expect(stands('issued')).toBe(
      'Check 1001 is issued now. Only a check that is cleared can be set back to outstanding.',
    )
    expect(stands('stopped')).toMatch(/^Check 1001 is stopped now\. Only a check that is cleared/)
    expect(refusalToLetStand({ kind: 'taken back by the bank', isTakenBack: true, check: null })).toBe(
      'The register doesn’t have this check.',
    )
  })
})
