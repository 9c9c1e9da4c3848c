import { describe, expect, test } from 'vitest'
import { wrongRights } from '../testing/rights-by-hand.ts'
import { type Action, openWhileWaiting, permissions, refusalToAct } from './permissions.ts'

const caller = 7
const someoneElse = 8

test('allows exactly the combinations of role, status, ownership, and access level in the handwritten table', () => {
  expect(wrongRights()).toEqual([])
})

test('allows only reading and session actions while the role awaits confirmation', () => {
  const open = Object.keys(permissions).filter((action) => openWhileWaiting(action as Action))
  expect(open.sort()).toEqual([
    'account-confirmations.read',
    'approval-policy.read',
    'approvers.read',
    'audit.read',
    'auditors.read',
    'bank-accounts.read',
    'check-number-clashes.read',
    'check-numbers.read',
    'check-requests.read',
    'checks.read',
    'controls.read',
    'delegations.read',
    'duplicates.read',
    'identity-providers.read',
    'inbox.read',
    'incoming-mail.read',
    'installation.read',
    'jobs.read',
    'journal.read',
    'organisation.read',
    'payees.read',
    'recurring-requests.read',
    'session.use',
    'tokens.read',
    'users.read',
    'views.read',
    'webhooks.read',
  ])
})

describe('action refusals', () => {
  test.each([
    ['check-requests.edit', 'A request can be edited only while it is SendBack. This request is Approved now.'],
    ['check-requests.delete', 'A request can be deleted only while it is Request. This request is Approved now.'],
  ] as const)('names the status and the remedy when %s is refused', (action, sentence) => {
    const request = { requesterId: caller, status: 'approved' } as const
    expect(refusalToAct(action, { userId: caller, role: 'requester' }, request)).toEqual({ kind: 'conflict', sentence })
  })

  test('names delivery details and priority in plain words when it refuses to change them', () => {
    const delivery = refusalToAct(
      'check-requests.update-delivery',
      { userId: caller, role: 'processor' },
      { requesterId: someoneElse, status: 'signed' },
    )
    expect(delivery?.sentence).toBe(
      'The delivery details can be changed only while the request is Ready. This request is Signed now.',
    )
    const priority = refusalToAct(
      'check-requests.change-priority',
      { userId: caller, role: 'requester' },
      { requesterId: caller, status: 'closed' },
    )
    expect(priority?.sentence).toMatch(
      /^The priority can be changed only while the request is .+\. This request is Closed now\.$/,
    )
  })

  test('refuses another user’s request without revealing its status', () => {
    const request = { requesterId: someoneElse, status: 'closed' } as const
    expect(refusalToAct('check-requests.delete', { userId: caller, role: 'requester' }, request)).toEqual({
      kind: 'forbidden',
      sentence: 'Only the requester of this check request can do this.',
    })
  })
})
