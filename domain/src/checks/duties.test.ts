import { describe, expect, test } from 'vitest'
import { type BarredAct, bars, type Did, duties, refusalByDuty } from './duties.ts'

/** Everything that is barred, by act: what the same person must not have done. */
const barred: Record<BarredAct, readonly string[]> = {
  settle: ['raised'],
  'confirm-entry': ['raised', 'entered'],
  sign: ['raised', 'numbered', 'entered', 'settled', 'signed'],
  agree: ['numbered', 'entered', 'settled', 'signed', 'asked'],
  'accept-file': ['numbered', 'entered', 'settled'],
  'confirm-stop': ['numbered', 'entered', 'settled', 'signed', 'stopped'],
}

describe.each(Object.keys(bars) as BarredAct[])('%s', (act) => {
  test.each(duties)('after the same person %s', (duty) => {
    const did: Did[] = [{ userId: 7, duty }]
    const refusal = refusalByDuty(act, 7, { number: 1001, did })
    if (barred[act].includes(duty)) expect(refusal).toMatch(/check 1001.* (somebody|Somebody) else has to/)
    else expect(refusal).toBeUndefined()
    expect(refusalByDuty(act, 8, { number: 1001, did })).toBeUndefined()
  })
})

test('a dealer group without separation of duties lifts one bar: who raised a request says how its check was printed', () => {
  const did = duties.map((duty): Did => ({ userId: 7, duty }))
  const left = (Object.keys(bars) as BarredAct[]).filter((act) =>
    refusalByDuty(act, 7, { number: 1001, did, isSeparated: false }),
  )
  expect(left).toEqual(['confirm-entry', 'sign', 'agree', 'accept-file', 'confirm-stop'])
})
