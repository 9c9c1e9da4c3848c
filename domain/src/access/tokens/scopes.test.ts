import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../api/all-endpoints.ts'
import { tokenScopesByHand } from '../../testing/token-scopes-by-hand.ts'
import type { Action } from '../permissions.ts'
import { tokenMayCall, tokenScopes } from './scopes.ts'

describe('token scopes (decision 181)', () => {
  test.each(allEndpoints.map(({ id }) => id))('open %s to the handwritten scopes only', (id) => {
    const open = tokenScopes.map(({ name }) => name).filter((name) => tokenMayCall([name], id))
    expect(open).toEqual(tokenScopesByHand.get(id) ?? [])
  })

  test('name only endpoints that exist', () => {
    const known = new Set(allEndpoints.map(({ id }) => id))
    expect([...tokenScopesByHand.keys()].filter((id) => !known.has(id))).toEqual([])
  })

  test('open nothing without a scope', () => {
    expect(allEndpoints.filter(({ id }) => tokenMayCall([], id))).toEqual([])
  })

  // Handwritten: whatever decides, prints, signs, hands over, voids, reconciles, or changes controls or sessions.
  const never: readonly (Action | 'public')[] = [
    ...(['check-requests.change-status', 'check-requests.hold', 'check-requests.delete', 'session.use'] as const),
    ...(['check-requests.divert', 'check-requests.pay-though-alike', 'check-requests.route-anew'] as const),
    ...(['checks.print', 'checks.sign', 'checks.hand-over', 'checks.void', 'checks.agree-to-void'] as const),
    ...(['checks.allow-exception', 'checks.reconcile', 'checks.confirm-entered', 'checks.look-into'] as const),
    ...([
      'bank-accounts.write',
      'stock-boxes.write',
      'payees.write',
      'payees.verify',
      'approval-policy.write',
    ] as const),
    ...(['users.write', 'account-confirmations.decide', 'controls.decide', 'local-settings.write'] as const),
    ...(['dealer-groups.write', 'choices.write', 'demands.write', 'delegations.write', 'auditors.write'] as const),
    ...(['identity-providers.write', 'tokens.read', 'tokens.write', 'audit.read', 'public'] as const),
  ]

  test('open no call that decides, pays, changes a control, or needs a recent sign-in', () => {
    const all = tokenScopes.map(({ name }) => name)
    const closed = allEndpoints.filter(({ policy, freshProof }) => freshProof === true || never.includes(policy))
    expect(closed.length).toBeGreaterThan(100)
    expect(closed.filter(({ id }) => tokenMayCall(all, id)).map(({ id }) => id)).toEqual([])
  })
})
