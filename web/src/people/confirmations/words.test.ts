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
    [{}, 'Waiting for a second person: Approver role, requested by Grace Lindqvist'],
    [
      { waiting_role_names: ['Approver', 'Processor'], scope_waits: true, asked_by: [] },
      'Waiting for a second person: Approver and Processor roles and wider scope',
    ],
    [{ stopped_by: 'Denise Carver' }, 'Stopped by Denise Carver: Approver role, requested by Grace Lindqvist'],
    [{ in_effect: true, waiting_role_names: [] }, 'In effect without a second person, requested by Grace Lindqvist'],
  ])('summarizes the pending change with %j in the line “%s”', (changes, line) => {
    expect(waitingLine({ ...waiting, ...changes })).toBe(line)
  })

  test.each([
    [{}, undefined, 'Joan Fletcher or Sam Okafor can confirm the change.'],
    [
      { password_waits: true },
      undefined,
      'First, Alma Reyes chooses a new password. Then Joan Fletcher or Sam Okafor can confirm the change.',
    ],
    [
      { password_waits: true, second_people: [] },
      undefined,
      'First, Alma Reyes chooses a new password. Then the change takes effect one business day later unless someone stops it.',
    ],
    [
      { second_people: [] },
      'Nov 23, 2026, 4:00 PM',
      'No one else can confirm the change, so it takes effect on Nov 23, 2026, 4:00 PM unless someone stops it. To finish today, ask the person who runs the server to add a super admin, who can confirm it.',
    ],
    [
      { stopped_by: 'Denise Carver', second_people: ['Sam Okafor'] },
      undefined,
      'The change takes effect only when Sam Okafor confirms it.',
    ],
    [{ stopped_by: 'Denise Carver', second_people: [] }, undefined, 'The change doesn’t take effect.'],
    [{ in_effect: true, second_people: [] }, 'Nov 20, 2026, 4:00 PM', 'No one else could confirm the change.'],
    [{ in_effect: true, second_people: ['Sam Okafor'] }, undefined, 'Sam Okafor can confirm the change.'],
  ])('names the next step of the pending change with %j', (changes, formatted, sentence) => {
    expect(nextStep({ ...waiting, ...changes }, formatted)).toBe(sentence)
  })

  test.each([
    [{}, 'Your Approver role isn’t in effect yet.'],
    [{ waiting_role_names: ['Approver', 'Processor'] }, 'Your Approver and Processor roles aren’t in effect yet.'],
    [{ waiting_role_names: [], scope_waits: true }, 'Your wider scope isn’t in effect yet.'],
    [{ scope_waits: true }, 'Your Approver role and wider scope aren’t in effect yet.'],
  ])('describes the user’s own pending change with %j as “%s”', (changes, line) => {
    expect(ownLine({ ...waiting, ...changes })).toBe(line)
    expect(nextStep({ ...waiting, password_waits: true }, undefined, true)).toMatch(
      /^First, choose your own password\. /,
    )
  })

  test('capitalizes the reason', () => {
    expect(whyItWaits({ ...waiting, changes: ['password', 'roles'] })).toBe(
      'A password that someone else chose and another role',
    )
    expect(whatWaits({ ...waiting, waiting_role_names: [], scope_waits: true })).toBe('wider scope')
  })
})
