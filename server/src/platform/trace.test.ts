import { expect, test } from 'vitest'
import { secureRandom } from './random.ts'
import { traceOf, traceparent } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const given = `00-${id}-00f067aa0ba902b7-01`

test('a call belongs to the trace that it names', () => {
  expect(traceOf(given, secureRandom)).toEqual({ id, flags: '01' })
})

test('a later version is read as far as it is known', () => {
  expect(traceOf(`cc-${id}-00f067aa0ba902b7-01-what-comes`, secureRandom)).toEqual({ id, flags: '01' })
})

test.each([
  ['none', undefined],
  ['of version 00 and longer', `${given}-more`],
  ['of the version that does not exist', given.replace('00-', 'ff-')],
  ['in capitals', given.toUpperCase()],
  ['without a trace', given.replace(id, '0'.repeat(32))],
  ['without a parent', given.replace('00f067aa0ba902b7', '0'.repeat(16))],
  ['two', `${given}, ${given}`],
  ['a line of another log', `${given}\n{"level":60}`],
])('where there is none that can be read, a new trace begins: %s', (_name, header) => {
  const trace = traceOf(header, secureRandom)
  expect(trace.id).toMatch(/^[0-9a-f]{32}$/)
  expect(trace.id).not.toBe(id)
  expect(trace.flags).toBe('00')
})

test('what is called next gets the same trace, and a parent of its own', () => {
  const trace = { id, flags: '01' }
  const header = traceparent(trace, secureRandom)
  expect(traceOf(header, secureRandom)).toEqual(trace)
  expect(traceparent(trace, secureRandom)).not.toBe(header)
})
