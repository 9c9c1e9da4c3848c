import { expect, test } from 'vitest'
import { createViewBody, listLayout, updateViewBody } from './fields.ts'

const layout = {
  columns: [
    { key: 'payee', width: 240 },
    { key: 'purpose', shown: false },
  ],
  density: 'dense',
}
const view = { list: 'all', name: ' Urgent ', query: 'sort=priority&search=a%20b', layout, shared: false }

test('accepts columns in any order, each with its settings', () => {
  expect(listLayout.parse(layout)).toEqual(layout)
  expect(listLayout.parse({ columns: [], density: 'comfortable' }).columns).toEqual([])
})

test.each([
  ['a column twice', { columns: [{ key: 'payee' }, { key: 'payee' }] }],
  ['a column key with other characters than letters', { columns: [{ key: '<b>' }] }],
  ['a width too small to see the column', { columns: [{ key: 'payee', width: 1 }] }],
  ['a width beyond any screen', { columns: [{ key: 'payee', width: 801 }] }],
  ['a fraction of a pixel', { columns: [{ key: 'payee', width: 99.5 }] }],
  ['more columns than any list has', { columns: Array.from({ length: 41 }, (_, n) => ({ key: 'a'.repeat(n + 1) })) }],
  ['an unknown density', { density: 'huge' }],
  ['an unknown setting', { color: 'red' }],
])('refuses %s in a layout', (_, wrong) => {
  expect(listLayout.safeParse({ ...layout, ...wrong }).success).toBe(false)
})

test('trims the name of a view and accepts its query string', () => {
  expect(createViewBody.parse(view)).toEqual({ ...view, name: 'Urgent' })
  expect(createViewBody.safeParse({ ...view, query: '', layout: null }).success).toBe(true)
})

test.each([
  ['no name', { name: ' ' }],
  ['a name beyond 60 characters', { name: 'x'.repeat(61) }],
  ['a name with invisible characters', { name: 'a​b' }],
  ['an unknown list', { list: 'users' }],
  ['an overlong query string', { query: 'x'.repeat(2001) }],
  ['a query string with a line break', { query: 'a=1\nb=2' }],
  ['a query string with a null character', { query: 'a=\0' }],
])('refuses %s in a view', (_, wrong) => {
  expect(createViewBody.safeParse({ ...view, ...wrong }).success).toBe(false)
})

test('accepts any change to a view except moving it to another list', () => {
  expect(updateViewBody.parse({ name: 'B' })).toEqual({ name: 'B' })
  expect(updateViewBody.safeParse({ list: 'all' }).success).toBe(false)
})
