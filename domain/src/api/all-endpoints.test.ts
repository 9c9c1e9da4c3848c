import { expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '../access/permissions.ts'
import { actionByHand } from '../testing/endpoints-by-hand.ts'
import { allEndpoints } from './all-endpoints.ts'
import { apiBase, failureEnvelope, idParams, successEnvelope } from './endpoint.ts'

const keys = allEndpoints.map((row) => `${row.method} ${row.path}`)

// Default messages of failed calls (R229), three of them corrected by decision B7.
const failures: Record<string, string> = {
  '/auth/login': 'Failed to login...',
  '/users/change-password': 'Failed to change password...',
  '/check-requests/by-user': 'Failed to get checks...',
  'GET /check-requests/:id': 'Failed to get check data...',
  '/check-requests/create-check-req': 'Failed to create check req...',
  'PUT /check-requests/:id': 'Failed to update check...',
  '/status/check-request-history/:id': 'Failed to update check status...',
  '/check-requests/:id/change-priority': 'Failed to update check priority...',
  'DELETE /check-requests/:id': 'Failed to delete check...',
  'GET /dealerships': 'Failed to get dealerships...',
  'POST /dealerships': 'Failed to create dealership...',
  'DELETE /dealerships/:id': 'Failed to delete dealership...',
  'GET /users': 'Failed to get users...',
  'POST /users': 'Failed to create user...',
  'PATCH /users': 'Failed to update user...',
  'DELETE /users': 'Failed to delete user...',
  '/users/approvers': 'Failed to get approver users...',
  '/purposes': 'Failed to get purposes...',
  'GET /departments': 'Failed to get departments...',
  'POST /departments': 'Failed to create department...',
  'DELETE /departments/:id': 'Failed to delete department...',
  '/delivery-methods': 'Failed to get delivery methods...',
  'GET /dealer-groups': 'Failed to get dealer groups...',
  'POST /dealer-groups': 'Failed to create dealer group...',
  'DELETE /dealer-groups/:id': 'Failed to delete dealer group...',
}

test.each(Object.entries(failures))('gives a failed call of %s its default message', (call, message) => {
  const row = allEndpoints.find((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.path].includes(call))
  expect(row?.failure).toBe(message)
})

test('declares each call once', () => {
  expect(new Set(keys).size).toBe(keys.length)
})

test('requires a permission for every call, except the public sign-in and sign-out calls', () => {
  const open = allEndpoints.filter((row) => row.policy === 'public').map((row) => row.path)
  const withoutPassword = ['/auth/passkey/options', '/auth/passkey']
  const elsewhere = [
    '/auth/identity-providers',
    '/auth/identity-providers/:id/begin',
    '/auth/identity-providers/:id/back-channel-logout',
    '/auth/identity-providers/finish',
  ]
  const afterPassword = ['/auth/second-factor/options', '/auth/second-factor']
  const byLink = ['/auth/take-back']
  const withoutUsers = ['/auth/set-up', '/auth/set-up/code', '/auth/set-up']
  expect(open).toEqual([
    ...['/auth/login', '/auth/logout', '/auth/open-password-link', '/auth/choose-password', '/auth/demo-accounts'],
    ...withoutUsers,
    ...withoutPassword,
    ...afterPassword,
    ...byLink,
    ...['/decisions/by-link/open', '/decisions/by-link/document', '/decisions/by-link'],
    ...elsewhere,
  ])
  for (const row of allEndpoints) expect(['public', ...Object.keys(permissions)]).toContain(row.policy)
})

test('gives every call the policy in the handwritten table', () => {
  const policies = allEndpoints.map(({ id, policy }) => [id, policy])
  expect(policies.sort()).toEqual([...actionByHand].sort())
})

test('writes every path in router syntax with an id where the path names one', () => {
  for (const row of allEndpoints) {
    expect(row.path).toMatch(/^(\/(:?[a-z]+(-[a-z]+)*))+$/)
    expect(row.params !== undefined, row.path).toBe(row.path.includes(':'))
  }
  expect(apiBase).toBe('/api/v1')
})

test('accepts only decimal whole numbers as ids in paths', () => {
  expect(idParams.parse({ id: '127' })).toEqual({ id: 127 })
  for (const id of ['0', '-1', '1.5', '1e3', '0x1', ' 1', '01', '', 'by-user', '1'.repeat(17)])
    expect(idParams.safeParse({ id }).success, id).toBe(false)
})

test('wraps responses in success, message, and either data or error', () => {
  const done = { success: true, message: 'Done', data: 1 }
  expect(successEnvelope(z.int()).parse(done)).toEqual(done)
  expect(successEnvelope(z.int()).safeParse({ success: true, message: 'Done' }).success).toBe(false)
  const failed = {
    success: false,
    message: 'No',
    error: { code: 'CONFLICT', fields: { amount: 'Amount is required' } },
  }
  expect(failureEnvelope.parse(failed)).toEqual(failed)
  expect(failureEnvelope.safeParse({ success: false, message: 'No' }).success).toBe(false)
})
