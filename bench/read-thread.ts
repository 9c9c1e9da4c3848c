import { get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** A call whose response a thread reads completely, so that reading doesn't delay other measurements. */
export interface ReadPlan {
  readonly url: string
  readonly token: string
}

export interface ReadToTheEnd {
  readonly bytes: number
  readonly milliseconds: number
}

const { url, token }: ReadPlan = workerData
const begin = performance.now()
get(url, { headers: { 'x-auth-token': token } }, (answer) => {
  if (answer.statusCode !== 200) throw new Error(`${url} returned ${answer.statusCode}`)
  let bytes = 0
  answer.on('data', (part: Buffer) => {
    bytes += part.length
  })
  answer.on('end', () => {
    parentPort?.postMessage({ bytes, milliseconds: performance.now() - begin } satisfies ReadToTheEnd)
  })
})
