import { describe, expect, test } from 'vitest'
import { stepHours, urgencyBody } from './policy.ts'

const title = 7

function messages(body: object): string[] {
  return (urgencyBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('step deadlines', () => {
  test('sets no deadlines under a rule without deadlines', () => {
    expect(urgencyBody.parse({})).toBeUndefined()
    expect(urgencyBody.parse(undefined)).toBeUndefined()
  })

  test('accepts 1 to 200 hours, and requires the escalation title and its hours together', () => {
    const wrong = 'Enter business hours from 1 to 200, or leave it blank.'
    expect(messages({ remind_after: 0 })).toEqual([`remind_after: ${wrong}`])
    expect(messages({ critical_remind_after: 201 })).toEqual([`critical_remind_after: ${wrong}`])
    expect(messages({ remind_after: 1.5 })).toEqual([`remind_after: ${wrong}`])
    expect(messages({ critical_escalate_after: 2 })).toEqual([
      'escalate_to: Choose the title whose holders can approve overdue steps.',
    ])
    expect(messages({ remind_after: 2, escalate_to: title })).toEqual([
      'escalate_after: Enter the business hours after which a step is overdue.',
    ])
  })

  test('uses separate deadlines for critical requests only under a rule that sets them', () => {
    const hurry = urgencyBody.parse({
      remind_after: 8,
      escalate_after: 16,
      critical_remind_after: 1,
      escalate_to: title,
    })
    if (!hurry) throw new Error('A rule with hours has a clock.')
    expect(stepHours(hurry, false)).toEqual({ remindAfter: 8, escalateAfter: 16 })
    expect(stepHours(hurry, true)).toEqual({ remindAfter: 1, escalateAfter: 16 })
  })
})
