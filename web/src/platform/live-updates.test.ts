// @vitest-environment node
import type { ServerResponse } from 'node:http'
import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { expect, onTestFinished, test } from 'vitest'
import { followChanges } from '#platform/live-updates.ts'
import { eventually } from '#testing/eventually.ts'
import { startServer } from '#testing/local-server.ts'

/** A streaming server, and the events it sent to connected tabs. */
async function startStream() {
  const streams: ServerResponse[] = []
  const { address } = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': connected\n\n')
    streams.push(response)
  })
  function follow() {
    const topics: Topic[] = []
    const open = (signal: AbortSignal) => fetch(`${address}/live`, { signal })
    const stop = followChanges({ open, onChange: (topic) => topics.push(topic), delay: 20 })
    onTestFinished(stop)
    return { topics, stop }
  }
  const connected = (count: number) => eventually(() => expect(streams).toHaveLength(count))
  return { streams, follow, connected }
}

const change = (topic: string) => `event: change\ndata: {"topic":"${topic}","id":null}\n\n`

test('reports a change immediately, and combines the changes that follow', async () => {
  const { streams, follow, connected } = await startStream()
  const { topics } = follow()
  await connected(1)
  streams[0]?.write(change('check-requests'))
  await eventually(() => expect(topics).toEqual(['check-requests']))
  streams[0]?.write(change('check-requests').repeat(20))
  await eventually(() => expect(topics).toEqual(['check-requests', 'check-requests']))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(topics).toHaveLength(2)
})

test('reads an event that arrives in pieces, and ignores comments and unknown topics', async () => {
  const { streams, follow, connected } = await startStream()
  const { topics } = follow()
  await connected(1)
  streams[0]?.write(': ping\n\nevent: change\r\ndata: {"topic":"us')
  await new Promise((resolve) => setTimeout(resolve, 30))
  streams[0]?.write('ers","id":4}\r\n\r\n')
  streams[0]?.write(change('weather'))
  streams[0]?.write(change('organisation'))
  await eventually(() => expect(topics).toEqual(['users', 'organisation']))
})

test('shares one stream between many tabs and notifies all of them', async () => {
  const { streams, follow, connected } = await startStream()
  const first = follow()
  const second = follow()
  await connected(1)
  streams[0]?.write(change('users'))
  await eventually(() => expect([first.topics, second.topics]).toEqual([['users'], ['users']]))
  first.stop()
  await connected(2)
  streams[1]?.write(change('organisation'))
  await eventually(() => expect(second.topics).toContain('organisation'))
  expect(first.topics).toEqual(['users'])
})

test('refetches everything after a lost connection', async () => {
  const { streams, follow, connected } = await startStream()
  const { topics } = follow()
  await connected(1)
  streams[0]?.destroy()
  await connected(2)
  await eventually(() =>
    expect([...topics].sort()).toEqual(['check-requests', 'documents', 'inbox', 'organisation', 'users']),
  )
})
