import { describe, expect, test } from 'vitest'
import { routeAgainBars } from '../approvals/policy.ts'
import { checkBars } from '../checks/duties.ts'
import { barredFrom, type Did, type Duty, duties, refusalByDuty, requestBars } from './duties.ts'

const paper = ['numbered', 'entered', 'settled'] as const
const inCheck = [...paper, 'signed', 'asked', 'voided', 'stopped', 'issued'] as const

const bars = { ...requestBars, ...checkBars, 'route again': routeAgainBars }
type BarredAct = keyof typeof bars

/** For each act: the earlier duties that bar the same user from the act. */
const barred: Record<BarredAct, readonly Duty[]> = {
  decide: ['raised', 'edited'],
  'pay despite duplicates': ['raised', 'edited'],
  divert: ['raised', 'edited'],
  'route again': ['raised', 'edited'],
  print: ['raised'],
  settle: ['raised'],
  'confirm entry': ['raised', 'entered'],
  'sign without account': ['raised', 'approved'],
  sign: ['raised', ...paper, 'signed'],
  'hand over': ['diverted'],
  take: ['raised', 'approved', ...paper, 'signed', 'hands over'],
  'allow exception': ['excepted', 'takes'],
  'refuse exception': ['excepted'],
  agree: [...paper, 'signed', 'asked'],
  'confirm stop': [...paper, 'signed', 'stopped'],
  'accept file': paper,
  clear: inCheck,
  resolve: inCheck,
  'un-clear': [...inCheck, 'undoes'],
  'undo file': inCheck,
}

const acts = Object.keys(bars) as BarredAct[]

describe.each(acts)('enforces separation of duties for %s', (act) => {
  test.each(duties)('bars or allows a user with the duty “%s” as in the handwritten table', (duty) => {
    const did: Did[] = [{ userId: 7, duty }]
    const refusal = refusalByDuty(bars[act], 7, did, { number: 1001 })
    if (barred[act].includes(duty)) expect(refusal).toMatch(/[Ss]omeone else has to|another admin has to|Take it back/)
    else expect(refusal).toBeUndefined()
    expect(refusal ?? '').not.toMatch(/[{}]|undefined/)
    expect(refusalByDuty(bars[act], 8, did, { number: 1001 })).toBeUndefined()
    expect(barredFrom(bars[act], [...did, ...did])).toEqual(barred[act].includes(duty) ? [7] : [])
  })
})

/** The acts that are barred for a user who has performed every duty. */
function stillBarred(settings: { separation?: boolean; custody?: boolean }): string[] {
  const did = duties.map((duty): Did => ({ userId: 7, duty }))
  return acts.filter((act) => refusalByDuty(bars[act], 7, did, settings))
}

test('lifts only the bars on deciding, printing, and single signing if separation of duties is off', () => {
  const lifted = [
    'decide',
    'pay despite duplicates',
    'divert',
    'route again',
    'print',
    'settle',
    'sign without account',
  ]
  expect(stillBarred({})).toEqual(acts)
  expect(stillBarred({ separation: false })).toEqual(acts.filter((act) => !lifted.includes(act)))
})

test('lifts only the bars on taking a check if custody rules are off', () => {
  expect(stillBarred({ custody: false })).toEqual(acts.filter((act) => act !== 'take'))
})
