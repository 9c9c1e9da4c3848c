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

test('answers one question after another', async () => {
  const thread = new Thread(module, 'knows this')
  const [id, ...answer] = (await thread.ask('first')) as unknown[]
  expect(answer).toEqual(['knows this', 'first'])
  expect(await thread.ask('second')).toEqual([id, 'knows this', 'second'])
})

test('rejects the caller when the worker throws, and starts another worker for the next question', async () => {
  const thread = new Thread(module, 'knows this')
  await expect(thread.ask('throw')).rejects.toThrow('broken')
  expect(await thread.ask('next')).toEqual([expect.any(Number), 'knows this', 'next'])
})

test('rejects the caller when the worker exits without an answer', async () => {
  const thread = new Thread(module)
  await expect(thread.ask('exit')).rejects.toThrow('ended without an answer')
})

test('rejects the caller when the worker is ended during its work, and starts another worker for the next question', async () => {
  const thread = new Thread(module)
  await thread.ask('first')
  const asked = thread.ask('loop')
  await Promise.all([expect(asked).rejects.toThrow('ended without an answer'), thread.end()])
  expect(await thread.ask('next')).toEqual([expect.any(Number), undefined, 'next'])
  await thread.end()
  await thread.end()
})
