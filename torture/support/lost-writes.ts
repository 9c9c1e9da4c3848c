import type { stored, Written } from '../../server/src/testing/write-load.ts'

type Stored = Awaited<ReturnType<typeof stored>>

/** Acknowledged writes that are missing or stored twice, and data that the audit trail contradicts. */
export function lostWrites(acknowledged: readonly Written[], { written, verdict }: Stored): string[] {
  const keys = written.map(({ key }) => key)
  const idOf = new Map(written.map(({ id, key }) => [key, id]))
  const lost = acknowledged.filter(({ id, key }) => idOf.get(key) !== id)
  const doubled = keys.filter((key, at) => keys.indexOf(key) !== at)
  const broken = verdict.chains.filter(({ intact }) => !intact)
  return [
    ...lost.map(({ id, key }) => `${key} was acknowledged as request ${id} but is lost`),
    ...doubled.map((key) => `${key} was stored twice`),
    ...broken.map(({ name }) => `the chain of ${name} is broken`),
    ...verdict.mismatches,
  ]
}
