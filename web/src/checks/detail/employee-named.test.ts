import { expect, test } from 'vitest'
import { employeeNamed } from '#checks/detail/employee-named.ts'

const people = [
  { id: 7, name: 'Rita Requests' },
  { id: 8, name: 'Otto Owner' },
]

test('an employee is known by name, however it is written', () => {
  expect(employeeNamed(people, ' rita  REQUESTS ')).toBe(7)
  expect(employeeNamed(people, 'Otto Owner')).toBe(8)
})

test('everybody else is nobody known', () => {
  expect(employeeNamed(people, 'Rita')).toBeUndefined()
  expect(employeeNamed(people, '')).toBeUndefined()
  expect(employeeNamed([{ id: 1, name: '' }], null)).toBeUndefined()
})
