import { expect, test } from 'vitest'
import { Thread } from './thread.ts'

const code = `
import { parentPort, threadId, workerData } from 'node:worker_threads'
parentPort.on('message', (question) => {
  if (question === 'throw') throw new Error('broken')
  if (question === 'exit') process.exit(0)
  while (question === 'loop') continue
  parentPort.postMessage([threadId, workerData, question])
})`

const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`)

test('a thread answers one question after the other', async () => {
  const thread = new Thread(module, 'knows this')
  const [id, ...answer] = (await thread.ask('first')) as unknown[]
  expect(answer).toEqual(['knows this', 'first'])
  expect(await thread.ask('second')).toEqual([id, 'knows this', 'second'])
})

test('what it throws reaches whoever has asked, and the next question begins another', async () => {
  const thread = new Thread(module, 'knows this')
  await expect(thread.ask('throw')).rejects.toThrow('broken')
  expect(await thread.ask('next')).toEqual([expect.any(Number), 'knows this', 'next'])
})

test('a thread that ends without an answer keeps nobody waiting', async () => {
  const thread = new Thread(module)
  await expect(thread.ask('exit')).rejects.toThrow('has ended without an answer')
})

test('a thread that is ended while it works keeps nobody waiting, and the next question begins another', async () => {
  const thread = new Thread(module)
  await thread.ask('first')
  const asked = thread.ask('loop')
  await Promise.all([expect(asked).rejects.toThrow('has ended without an answer'), thread.end()])
  expect(await thread.ask('next')).toEqual([expect.any(Number), undefined, 'next'])
  await thread.end()
  await thread.end()
})
