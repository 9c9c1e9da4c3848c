import { describe, expect, test } from 'vitest'
import { nextStep, ownLine, waitingLine, whatWaits, whyItWaits } from '#people/confirmations/words.tsx'

const waiting = {
  name: 'Alma Reyes',
  changes: ['account' as const],
  waiting_role_names: ['Approver'],
  scope_waits: false,
  asked_by: ['Grace Lindqvist'],
  password_waits: false,
  second_people: ['Joan Fletcher', 'Sam Okafor'],
  effective_at: null,
  in_effect: false,
  stopped_by: null,
}

describe('changes that need a second person', () => {
  test.each([
    [{}, 'Waits for a second person: role Approver, asked by Grace Lindqvist'],
    [
      { waiting_role_names: ['Approver', 'Processor'], scope_waits: true, asked_by: [] },
      'Waits for a second person: roles Approver and Processor and wider scope',
    ],
    [{ stopped_by: 'Denise Carver' }, 'Stopped by Denise Carver: role Approver, asked by Grace Lindqvist'],
    [{ in_effect: true, waiting_role_names: [] }, 'In effect without a second person, asked by Grace Lindqvist'],
  ])('summarizes a pending change in one line: %j', (changes, line) => {
    expect(waitingLine({ ...waiting, ...changes })).toBe(line)
  })

  test.each([
    [{}, undefined, 'Joan Fletcher or Sam Okafor can confirm it.'],
    [
      { password_waits: true },
      undefined,
      'First, Alma Reyes replaces the password that somebody else chose. Then Joan Fletcher or Sam Okafor can confirm it.',
    ],
    [
      { password_waits: true, second_people: [] },
      undefined,
      'First, Alma Reyes replaces the password that somebody else chose. Then it takes effect one business day later unless somebody stops it.',
    ],
    [
      { second_people: [] },
      'Nov 23, 2026, 4:00 PM',
      'Nobody else is there to confirm it, so it takes effect on Nov 23, 2026, 4:00 PM unless somebody stops it.',
    ],
    [
      { stopped_by: 'Denise Carver', second_people: ['Sam Okafor'] },
      undefined,
      'It takes effect only when Sam Okafor confirms it.',
    ],
    [{ stopped_by: 'Denise Carver', second_people: [] }, undefined, 'It does not take effect.'],
    [{ in_effect: true, second_people: [] }, 'Nov 20, 2026, 4:00 PM', 'Nobody else was there to confirm it.'],
    [{ in_effect: true, second_people: ['Sam Okafor'] }, undefined, 'Sam Okafor can confirm it.'],
  ])('names the next step: %j', (changes, formatted, sentence) => {
    expect(nextStep({ ...waiting, ...changes }, formatted)).toBe(sentence)
  })

  test.each([
    [{}, 'Your role Approver is not in force yet.'],
    [{ waiting_role_names: ['Approver', 'Processor'] }, 'Your roles Approver and Processor are not in force yet.'],
    [{ waiting_role_names: [], scope_waits: true }, 'Your wider scope is not in force yet.'],
    [{ scope_waits: true }, 'Your role Approver and wider scope are not in force yet.'],
  ])('tells the user about their own pending change: %j', (changes, line) => {
    expect(ownLine({ ...waiting, ...changes })).toBe(line)
    expect(nextStep({ ...waiting, password_waits: true }, undefined, true)).toMatch(/^First, replace the password /)
  })

  test('begins the reason as a sentence', () => {
    expect(whyItWaits({ ...waiting, changes: ['password', 'roles'] })).toBe(
      'A password that somebody else chose and another role',
    )
    expect(whatWaits({ ...waiting, waiting_role_names: [], scope_waits: true })).toBe('wider scope')
  })
})
