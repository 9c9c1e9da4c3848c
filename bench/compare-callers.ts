import { ratio, table, whole } from './report.ts'
import { compare, type Plan } from './rounds.ts'
import { type Desk, tokenOf } from './seed/organization.ts'
import type { Server } from './servers.ts'
import { type Ground, readContender, type WorkloadName } from './workloads.ts'

const reads: readonly WorkloadName[] = ['list of 50', 'search', 'detail + history']
const paths = { 'list of 50': '?status=0', search: '?search=tire' }

/**
 * Compares the reads of users in each role between the product and the handwritten servers, which have no roles and
 * always return the whole dealer group's requests.
 */
export async function compareCallers(servers: readonly Server[], ground: Ground, plan: Plan): Promise<string> {
  const [ours, best] = ['ours', 'best'].map((name) => servers.find((server) => server.name === name))
  if (!ours || !best) throw new Error('Both servers are needed: ours and best.')
  const rows: string[][] = []
  for (const [name, userId] of Object.entries(readersOf(ground))) {
    const ids = await idsOf(ours, userId)
    const contenders = [best, ours].map((server) => readContender(server, userId, ids))
    for (const read of reads) {
      const medians = await compare(read, contenders, plan)
      const [other, own] = [medians.get(best.name), medians.get(ours.name)]
      const path = paths[read as keyof typeof paths] ?? `/${ids[0]}`
      const bytes = [await bytesOf(best, userId, path), await bytesOf(ours, userId, path)]
      const cpu = [other?.cpuMicroseconds, own?.cpuMicroseconds] as const
      const shares = [ratio(own?.perSecond ?? 0, other?.perSecond), ratio(cpu[0] ?? 0, cpu[1])]
      rows.push([`${name}: ${read}`, ...bytes.map(whole), whole(own?.perSecond), ...cpu.map(whole), ...shares])
    }
  }
  const heads = ['bytes of best', 'of ours', 'ours, calls per second', 'processor, µs per call: best', 'ours']
  return table(['by role', ...heads, 'of best, by calls', 'by processor'], rows)
}

function readersOf({ organization: { callers, desks } }: Ground): Record<string, number> {
  const [desk] = desks as [Desk]
  return {
    approver: callers.approver,
    requester: desk.requesterIds[0] as number,
    processor: callers.processor,
    admin: callers.groupAdmin,
  }
}

async function idsOf(server: Server, userId: number): Promise<number[]> {
  const answer = await read(server, userId, '?status=0')
  const { data } = JSON.parse(answer) as { data: { items: { id: number }[] } }
  return data.items.map(({ id }) => id)
}

async function bytesOf(server: Server, userId: number, path: string): Promise<number> {
  return Buffer.byteLength(await read(server, userId, path))
}

async function read({ url }: Server, userId: number, path: string): Promise<string> {
  const headers = { 'x-auth-token': tokenOf(userId) }
  const answer = await fetch(`${url}/api/v1/check-requests${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`)
  return answer.text()
}
