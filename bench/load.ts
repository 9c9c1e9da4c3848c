import { readFileSync } from 'node:fs'
import autocannon, { type Request } from 'autocannon'
import type { Server } from './servers.ts'

export const connections = 10

/**
 * The load on one server in one round. `requests` returns the requests that the connection with the given number
 * repeats.
 */
export interface Load {
  readonly requests: (connection: number) => readonly Request[]
  readonly expectedStatus: number
  readonly uniqueIds?: boolean
}

export interface Measured {
  readonly perSecond: number
  /** Processor time of the server in microseconds per call, or undefined if the system doesn't report it. */
  readonly cpuMicroseconds: number | undefined
}

/** Calls a server over ten connections for this many seconds. Throws if a response has an unexpected status. */
export async function measure(server: Server, load: Load, seconds: number): Promise<Measured> {
  let connection = 0
  const cpuBefore = cpuMicrosecondsOf(server.pid)
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    sampleInt: 50,
    requests: load.requests(0),
    idReplacement: load.uniqueIds ?? false,
    setupClient: (client) => client.setRequests(load.requests(connection++).map((request) => ({ ...request }))),
  })
  const calls = result.statusCodeStats[load.expectedStatus]?.count ?? 0
  const isClean = result.errors === 0 && Object.keys(result.statusCodeStats).length === 1 && calls > 0
  if (!isClean)
    throw new Error(`${server.name} answered ${JSON.stringify(result.statusCodeStats)}, errors: ${result.errors}`)
  const cpuAfter = cpuMicrosecondsOf(server.pid)
  return {
    perSecond: calls / result.duration,
    cpuMicroseconds: cpuBefore !== undefined && cpuAfter !== undefined ? (cpuAfter - cpuBefore) / calls : undefined,
  }
}

const microsecondsPerTick = 10_000

/** A process's processor time so far, in microseconds, or undefined if the system doesn't report it. */
export function cpuMicrosecondsOf(pid: number): number | undefined {
  const fields = statOf(pid)
  return fields && (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick
}

/** The processor time of this process's ended child processes, in microseconds. */
export function cpuMicrosecondsOfEnded(pid: number): number {
  const fields = statOf(Number(statOf(pid)?.[1]))
  return fields ? (Number(fields[13]) + Number(fields[14])) * microsecondsPerTick : 0
}

function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}
