import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalByDuty } from '../check-requests/duties.ts'
import {
  didAbout,
  missingToHandOver,
  refusalToTake,
  refusalToTakeBack,
  refusalUnknown,
  waitsForAnswer,
} from './custody.ts'
import { checkBars } from './duties.ts'
import {
  isLastSignature,
  namedBeneath,
  needsAgreement,
  refusalByAccount,
  refusalToRenew,
  refusalToSign,
  refusalWithoutSigners,
  type SignableCheck,
  type Signature,
  signingGaps,
  stopOn,
} from './rules.ts'

const account = (people: Parameters<typeof refusalByAccount>[2]['people']) => ({ name: 'Operating', people })

describe('account rights', () => {
  test('lets processors print and reconcile, and approvers and processors sign, until the account names people', () => {
    const open = (right: 'print' | 'sign' | 'reconcile') =>
      (['admin', 'requester', 'approver', 'processor'] as const).filter(
        (role) => refusalByAccount(right, { userId: 7, role }, account([])) === undefined,
      )
    expect(open('print')).toEqual(['processor'])
    expect(open('reconcile')).toEqual(['processor'])
    expect(open('sign')).toEqual(['approver', 'processor'])
    expect(refusalByAccount('print', { userId: 7, role: 'approver' }, account([]))).toBe(
      'Your role can’t print checks for the account “Operating”.',
    )
  })

  test('limits each right to the people named for it regardless of role', () => {
    const people = [{ userId: 7, rights: ['sign'], mostToSign: null }] as const
    expect(refusalByAccount('sign', { userId: 7, role: 'admin' }, account(people))).toBeUndefined()
    expect(refusalByAccount('sign', { userId: 8, role: 'approver' }, account(people))).toBe(
      'Only the people named for the account “Operating” can sign checks for it, and you aren’t one of them.',
    )
    const named = ['Denise Carver', 'Victor Hale'].map((name, at) => ({ ...people[0], userId: at + 1, name }))
    expect(refusalByAccount('sign', { userId: 8, role: 'approver' }, account(named))).toBe(
      'Only Denise Carver and Victor Hale can sign checks for the account “Operating”.',
    )
    expect(refusalByAccount('print', { userId: 8, role: 'processor' }, account(people))).toBeUndefined()
  })
})

const check: SignableCheck = {
  number: 1001,
  amount: 500_000,
  did: [
    { userId: 1, duty: 'raised' },
    { userId: 2, duty: 'numbered' },
    { userId: 3, duty: 'settled' },
  ],
  signatures: [],
  twoSignersAbove: null,
  mostToSign: null,
}

describe('names printed below signature lines', () => {
  const named = (userId: number, mostToSign: number | null = null) =>
    ({ userId, rights: ['sign'], mostToSign }) as const

  test('prints the signers’ names if no one else can sign', () => {
    expect(namedBeneath(check, [named(7)])).toEqual([7])
    expect(namedBeneath({ ...check, twoSignersAbove: 100 }, [named(7), named(8)])).toEqual([7, 8])
    const others = [named(1), named(2), named(9, 499_999)]
    expect(namedBeneath(check, [...others, named(7), { userId: 5, rights: ['print'], mostToSign: null }])).toEqual([7])
  })

  test('prints no names if the signers aren’t known', () => {
    expect(namedBeneath(check, [])).toEqual([null])
    expect(namedBeneath(check, [named(7), named(8)])).toEqual([null])
    expect(namedBeneath({ ...check, twoSignersAbove: 100 }, [named(7)])).toEqual([null, null])
  })
})

/** The signatures on a check after these users signed in turn, until it is complete. */
function signInTurn(comers: readonly Signature[], isAbove: boolean): Signature[] {
  const approvedOf = new Map(comers.map(({ userId, approved }) => [userId, approved]))
  const signatures: Signature[] = []
  for (const { userId } of comers) {
    const signer = { userId, approved: approvedOf.get(userId) ?? false }
    const now = { ...check, signatures, twoSignersAbove: isAbove ? 1 : null }
    if (refusalToSign(signer, now) !== undefined) continue
    const isLast = isLastSignature(now)
    signatures.push(signer)
    if (isLast) break
  }
  return signatures
}

describe('check signatures', () => {
  test.each([
    [1, {}, /You raised the request for check 1001/],
    [2, {}, /You printed check 1001/],
    [3, {}, /You printed check 1001/],
    [4, { signatures: [{ userId: 4, approved: false }] }, /You have signed check 1001/],
    [4, { mostToSign: 499_999 }, /exceeds your signing limit/],
    [4, { mostToSign: 500_000 }, undefined],
    [4, { amount: 1 }, undefined],
  ])('lets user %i sign the check with %j, or explains why not', (userId, changes, sentence) => {
    const refusal = refusalToSign({ userId, approved: false }, { ...check, ...changes })
    if (sentence) expect(refusal).toMatch(sentence)
    else expect(refusal).toBeUndefined()
  })

  test('requires two signers above the limit, at least one of whom didn’t approve the request', () => {
    const first = { signatures: [{ userId: 4, approved: true }] }
    const above = { ...check, ...first, twoSignersAbove: 499_999 }
    expect(refusalToSign({ userId: 5, approved: true }, above)).toMatch(/must not have approved it/)
    expect(refusalToSign({ userId: 5, approved: false }, above)).toBeUndefined()
    expect(isLastSignature({ ...check, twoSignersAbove: 500_000 })).toBe(true)
    expect(isLastSignature({ ...check, twoSignersAbove: 499_999 })).toBe(false)
    expect(isLastSignature(above)).toBe(true)
  })

  test('never lets the requester, a printer, or the same person twice sign a check in any order', () => {
    const people = fc.array(fc.record({ userId: fc.integer({ min: 1, max: 6 }), approved: fc.boolean() }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(people, fc.boolean(), (comers, isAbove) => {
        const signatures = signInTurn(comers, isAbove)
        const ids = signatures.map(({ userId }) => userId)
        const isSigned = ids.length === (isAbove ? 2 : 1)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.some((id) => id <= 3)).toBe(false)
        expect(ids.length).toBeLessThanOrEqual(isAbove ? 2 : 1)
        expect(!(isSigned && isAbove) || signatures.some(({ approved }) => !approved)).toBe(true)
        const isWilling = comers.some(({ userId }) => userId > 3)
        expect(ids.length > 0).toBe(isWilling)
      }),
    )
  })
})

test('refuses to print a check that none of the named signers could sign', () => {
  const signer = (userId: number, mostToSign: number | null = null) => ({
    userId,
    rights: ['sign'] as const,
    mostToSign,
  })
  const check = {
    number: 0,
    amount: 500_000,
    did: [
      { userId: 1, duty: 'raised' },
      { userId: 2, duty: 'numbered' },
      { userId: 3, duty: 'approved' },
      { userId: 4, duty: 'approved' },
    ],
    twoSignersAbove: null,
  } as const
  const two = { ...check, twoSignersAbove: 499_999 }
  const refusal = (which: typeof check | typeof two, ...people: ReturnType<typeof signer>[]) =>
    refusalWithoutSigners(which, { name: 'Operating', people })
  expect(refusal(check)).toBeUndefined()
  expect(refusal(check, signer(3))).toBeUndefined()
  expect(refusal(check, signer(1), signer(2), signer(5, 499_999))).toMatch(
    /^No one could sign this request’s check\. For \$5,000\.00, the account “Operating” needs a signer who neither raised/,
  )
  expect(refusal(two, signer(3), signer(5))).toBeUndefined()
  for (const people of [[signer(5)], [signer(3), signer(4)], [signer(1), signer(5)]])
    expect(refusal(two, ...people)).toMatch(/needs two signers who .*, and one of whom didn’t approve it\./)
})

test('warns about checks that too few of the named signers can sign', () => {
  const signer = (userId: number, mostToSign: number | null = null) => ({
    userId,
    rights: ['sign'] as const,
    mostToSign,
  })
  const gaps = (twoSignersAbove: number | null, limitPerCheck: number | null, ...people: ReturnType<typeof signer>[]) =>
    signingGaps({ people, twoSignersAbove, limitPerCheck })
  const alone =
    'Only one person can sign. Checks that this person printed, or whose requests they raised, can’t be signed by anyone.'
  const two = (above: string) => `Checks above ${above} need two signers, but fewer than two people can sign them.`
  expect(gaps(2_500_000, null)).toEqual([])
  expect(gaps(2_500_000, null, signer(1), signer(2))).toEqual([])
  expect(gaps(2_500_000, 2_000_000, signer(1), signer(2, 100))).toEqual([])
  expect(gaps(null, null, signer(1))).toEqual([alone])
  expect(gaps(2_500_000, null, signer(1))).toEqual([alone, two('$25,000.00')])
  expect(gaps(2_500_000, null, signer(1), signer(2, 3_000_000))).toEqual([two('$30,000.00')])
  expect(gaps(2_500_000, 3_000_000, signer(1), signer(2, 3_000_000))).toEqual([])
  expect(gaps(2_500_000, null, signer(1, 500_000), signer(2, 100))).toEqual(['No one can sign checks above $5,000.00.'])
  expect(gaps(null, 500_000, signer(1, 500_000), signer(2, 100))).toEqual([])
  const printer = { userId: 9, rights: ['print'] as const, mostToSign: null }
  expect(signingGaps({ people: [printer], twoSignersAbove: 1, limitPerCheck: null })).toEqual([])
})

test('requires two people to void a signed check', () => {
  expect((['reserved', 'printed', 'signed', 'issued', 'cleared'] as const).filter(needsAgreement)).toEqual([
    'signed',
    'issued',
  ])
})

describe('handover', () => {
  const nothing = { receiver: null, identification: undefined, identification_last4: null, signature: undefined }
  test('requires a receiver, identification, and a signature for pickup but not for mailing', () => {
    expect(missingToHandOver({ kind: 'mailed', ...nothing })).toEqual({})
    expect(Object.keys(missingToHandOver({ kind: 'picked up', ...nothing }))).toEqual([
      'receiver',
      'identification',
      'signature',
    ])
    const known = {
      kind: 'picked up',
      receiver: 'Ada',
      identification: 'Known personally',
      signature: [[[1, 1]]],
    } as const
    const strokes = { signature: [[[1, 1]]] as [number, number][][] }
    expect(missingToHandOver({ ...known, ...strokes, identification_last4: null })).toEqual({})
    expect(
      Object.keys(missingToHandOver({ ...known, ...strokes, identification: 'Passport', identification_last4: null })),
    ).toEqual(['identification_last4'])
  })

  const taking = { number: 1001, did: [{ userId: 7, duty: 'raised' }], custody: true, exception: undefined } as const
  test('refuses pickup by anyone who created the request while custody is on', () => {
    expect(refusalToTake({ ...taking, receiverId: 7 })).toMatch(/can’t take its check/)
    expect(refusalToTake({ ...taking, receiverId: 8 })).toBeUndefined()
    expect(refusalToTake({ ...taking, receiverId: undefined })).toBeUndefined()
    expect(refusalToTake({ ...taking, receiverId: 7, custody: false })).toBeUndefined()
  })

  test('allows pickup once another person has allowed the exception for that receiver and reason', () => {
    const by = { id: 4, name: 'Asks' }
    const at = '2026-11-23T18:00:00.000Z'
    const asked = {
      by,
      at,
      reason: 'Auction',
      receiver: { id: 7, name: 'Takes' },
      unknown_to_bank: false,
      allowed: null,
      refused: null,
    }
    const exception = { ...asked, allowed: { by: { id: 5, name: 'Allows' }, at } }
    expect(refusalToTake({ ...taking, receiverId: 7, exception: asked })).toBeDefined()
    expect(refusalToTake({ ...taking, receiverId: 7, exception })).toBeUndefined()
    const handing = [{ userId: 7, duty: 'hands over' }] as const
    expect(refusalToTake({ ...taking, did: handing, receiverId: 7, exception })).toMatch(
      /^You can’t hand check 1001 to/,
    )
    const did = [{ userId: 8, duty: 'approved' }] as const
    expect(refusalToTake({ ...taking, did, receiverId: 8, exception })).toBeDefined()
    expect(refusalUnknown(1001, exception)).toMatch(/^Check 1001 hasn’t been reported to the bank/)
    expect(refusalUnknown(1001, { ...asked, unknown_to_bank: true })).toBeDefined()
    expect(refusalUnknown(1001, { ...exception, unknown_to_bank: true })).toBeUndefined()
    expect(waitsForAnswer(asked)).toBe(true)
    expect(waitsForAnswer(exception)).toBe(false)
    expect(waitsForAnswer({ ...asked, refused: { by, at, reason: 'No' } })).toBe(false)
    const answered = didAbout(asked)
    expect(refusalByDuty(checkBars['allow exception'], 4, answered, { number: 1001 })).toMatch(/^You requested/)
    expect(refusalByDuty(checkBars['allow exception'], 7, answered, { number: 1001 })).toMatch(
      /^You are the person taking/,
    )
    expect(refusalByDuty(checkBars['allow exception'], 5, answered)).toBeUndefined()
    expect(refusalByDuty(checkBars['refuse exception'], 4, answered)).toMatch(/Take it back instead/)
    for (const id of [5, 7]) expect(refusalByDuty(checkBars['refuse exception'], id, answered)).toBeUndefined()
    expect(refusalToTakeBack(4, { number: 1001, exception: asked })).toBeUndefined()
    expect(refusalToTakeBack(5, { number: 1001, exception: asked })).toMatch(/^Only Asks, who requested the exception/)
  })
})

test('expires a stop payment on its date and warns two weeks before', () => {
  expect(stopOn('2026-12-15', '2026-11-30')).toBe('holds')
  expect(stopOn('2026-12-15', '2026-12-01')).toBe('lapses soon')
  expect(stopOn('2026-12-15', '2026-12-14')).toBe('lapses soon')
  expect(stopOn('2026-12-15', '2026-12-15')).toBe('lapsed')
})

test('renews a stop payment only after the bank has confirmed it', () => {
  expect(refusalToRenew({ number: 1001, state: 'stopped', stop_number: 'SP-1' })).toBeUndefined()
  expect(refusalToRenew({ number: 1001, state: 'stopped', stop_number: null })).toMatch(/^The bank hasn’t confirmed/)
  expect(refusalToRenew({ number: 1001, state: 'voided', stop_number: 'SP-1' })).toBe('Check 1001 isn’t stopped.')
})
