import { expect, test } from 'vitest'
import { auditEntities, auditQuery } from './fields.ts'

test('defaults to the newest page without filters', () => {
  expect(auditQuery.parse({})).toEqual({ limit: 50 })
})

test('reads the filters from a query string', () => {
  const query = { person: '7', entity: 'check-request', entity_id: '12', from: '2026-11-01', to: '2026-11-21' }
  expect(auditQuery.parse({ ...query, action: 'check-request.create', limit: '200', cursor: '3.17' })).toEqual({
    ...query,
    person: 7,
    entity_id: 12,
    action: 'check-request.create',
    limit: 200,
    cursor: '3.17',
  })
})

test('accepts timestamps in place of days', () => {
  const moments = { from: '2026-11-01T05:00:00.000Z', to: '2026-11-22T06:00:00.000Z' }
  expect(auditQuery.parse(moments)).toEqual({ ...moments, limit: 50 })
})

test.each(auditEntities)('accepts a filter for entries about the record kind %s', (entity) => {
  expect(auditQuery.parse({ entity }).entity).toBe(entity)
})

test.each([
  { person: '0' },
  { person: 'ada' },
  { entity: 'payment' },
  { entity_id: '1.5' },
  { action: "x' or 1=1" },
  { from: '2026-02-30' },
  { to: 'yesterday' },
  { from: '2026-11-01 05:00' },
  { cursor: '17' },
  { limit: '201' },
  { offset: '10' },
])('refuses the audit trail query %j', (query) => {
  expect(auditQuery.safeParse(query).success).toBe(false)
})
