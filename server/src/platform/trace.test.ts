import { expect, test } from 'vitest'
import { secureRandom } from './crypto/hashes.ts'
import { isRecorded, traceOf, traceparent } from './measures/current-call.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const given = `00-${id}-${parent}-01`

test('uses the trace in the call’s header', () => {
  const trace = traceOf(given, secureRandom)
  expect(trace).toEqual({ id, spanId: expect.stringMatching(/^[0-9a-f]{16}$/), parentId: parent, flags: '01' })
  expect(trace.spanId).not.toBe(parent)
})

test('reads the known part of a header with a later version', () => {
  expect(traceOf(`cc-${id}-00f067aa0ba902b7-01-what-comes`, secureRandom)).toMatchObject({ id, flags: '01' })
})

test.each([
  ['no header', undefined],
  ['extra characters in version 00', `${given}-more`],
  ['the invalid version ff', given.replace('00-', 'ff-')],
  ['uppercase letters', given.toUpperCase()],
  ['an all-zero trace id', given.replace(id, '0'.repeat(32))],
  ['an all-zero parent id', given.replace(parent, '0'.repeat(16))],
  ['two headers', `${given}, ${given}`],
  ['an injected log line', `${given}\n{"level":60}`],
])('starts a new trace for %s', (_name, header) => {
  const trace = traceOf(header, secureRandom)
  expect(trace.id).toMatch(/^[0-9a-f]{32}$/)
  expect(trace.id).not.toBe(id)
  expect(trace).toMatchObject({ parentId: undefined, flags: '00' })
})

test('passes on the trace to other servers with this call as the parent', () => {
  const trace = traceOf(given, secureRandom)
  expect(traceOf(traceparent(trace), secureRandom)).toMatchObject({ id, parentId: trace.spanId, flags: '01' })
})

test('records a new trace if an exporter is active, and a caller’s trace if the caller asks for it', () => {
  expect(isRecorded(traceOf(undefined, secureRandom, true))).toBe(true)
  expect(isRecorded(traceOf(undefined, secureRandom, false))).toBe(false)
  expect(isRecorded(traceOf(given.replace(/01$/, '00'), secureRandom, true))).toBe(false)
  expect(isRecorded(traceOf(given.replace(/01$/, '03'), secureRandom, false))).toBe(true)
})
