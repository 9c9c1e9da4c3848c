import { expect, test } from 'vitest'
import { employeeNamed } from '#checks/detail/employee-named.ts'

const people = [
  { id: 7, name: 'Rita Requests' },
  { id: 8, name: 'Otto Owner' },
]

test('recognizes an employee’s name in any spelling', () => {
  expect(employeeNamed(people, ' rita  REQUESTS ')).toBe(7)
  expect(employeeNamed(people, 'Otto Owner')).toBe(8)
})

test('recognizes no employee by any other name', () => {
  expect(employeeNamed(people, 'Rita')).toBeUndefined()
  expect(employeeNamed(people, '')).toBeUndefined()
  expect(employeeNamed([{ id: 1, name: '' }], null)).toBeUndefined()
})
