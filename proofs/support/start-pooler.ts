import { startPgbouncer } from './pgbouncer.ts'

/** Vitest's global setup: routes the server tests through a pooler with few sessions. */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: target, TEST_DATABASE_FAULT: fault } = process.env
  if (!target) throw new Error(fault ?? 'PostgreSQL wasn’t found.')
  const pooler = await startPgbouncer({ target, sessions: 4 })
  process.env.TEST_POOLER_URL = pooler.urlOf('postgres')
  return () => pooler.stop()
}
