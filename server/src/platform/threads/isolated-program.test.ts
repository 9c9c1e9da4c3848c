import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ProgramApart } from './isolated-program.ts'

const program = new URL('../../testing/program-apart.ts', import.meta.url)
const apart = programApart()

function programApart(endsWithin = 20_000): ProgramApart {
  return new ProgramApart({ program, readable: ['server/src/testing/*'], endsWithin })
}

async function* input(first: string, megabytes = 0): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${first}\n`)
  for (let part = 0; part < megabytes * 16; part += 1) yield Buffer.alloc(65_536, 'a')
}

async function answerTo(first: string, program = apart): Promise<string | undefined> {
  return (await program.run(input(first)))?.toString()
}

test('returns a program’s output, however long it is', async () => {
  const answer = await apart.run(input('echo', 10))
  expect(answer?.toString('utf8', 0, 6)).toMatch(/^echoa/)
  expect(answer).toHaveLength(4 + 10 * 1_048_576)
})

test('returns the output of a program that ends before it has read everything', async () => {
  expect((await apart.run(input('stop', 30)))?.toString()).toBe('stopped')
})

test.each(['loop', 'loop in a thread'])('returns no output for a program that would %s forever', async (what) => {
  expect(await answerTo(what, programApart(1500))).toBeUndefined()
})

test('counts a program’s processor time, and not how long a busy machine makes it wait', async () => {
  expect(await answerTo('wait', programApart(1500))).toBe('waited')
})

test('reports why a program failed', async () => {
  await expect(answerTo('fail')).rejects.toThrow(/program-apart.ts failed: .*failed on request/s)
})

test.each(['read', 'write', 'start'])('denies a program the right to %s anything', async (what) => {
  await expect(answerTo(what)).rejects.toThrow('ERR_ACCESS_DENIED')
})

test('fails a call whose input fails, and answers the next call', async () => {
  const broken = async function* () {
    yield Buffer.from('echo\n')
    throw new Error('the file is gone')
  }
  await expect(apart.run(broken())).rejects.toThrow('the file is gone')
  expect(await answerTo('stop')).toBe('stopped')
})

test('starts programs from a separate process, and replaces the process if it ends', async () => {
  const starter = Number(await answerTo('parent'))
  expect(starter).not.toBe(process.pid)
  expect(Number(await answerTo('parent'))).toBe(starter)
  process.kill(starter, 'SIGKILL')
  await expect.poll(() => answerTo('stop').catch(() => undefined)).toBe('stopped')
  expect(Number(await answerTo('parent'))).not.toBe(starter)
})

test('uses a prepared process for the next call only', async () => {
  const starter = await answerTo('parent')
  const children = () => readFileSync(`/proc/${starter}/task/${starter}/children`, 'utf8').trim()
  await expect.poll(children).toBe('')
  await apart.prepare()
  await expect.poll(children).toMatch(/^\d+$/)
  const prepared = children()
  expect(await answerTo('self')).toBe(prepared)
  expect(await answerTo('self')).not.toBe(prepared)
})
